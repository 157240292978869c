"""Engine: state and events, cadences, facts, checks, effects. Standard library only."""
