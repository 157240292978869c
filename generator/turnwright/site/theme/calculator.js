// What an attack costs, for the numbers that are entered. The chance of each roll is the engine's.
// Without this file no calculator shows; the tables above it stay.
"use strict";

for (const form of document.querySelectorAll("form.attack")) {
  const { rolls, damage, always, carries } = JSON.parse(form.dataset.attack);
  const fields = [...form.querySelectorAll("input")];
  const result = form.querySelector(".result");

  /** What is entered, brought within its limits. */
  const entered = () =>
    fields.map((field) => Math.min(Math.max(Math.round(field.valueAsNumber) || 0, +field.min), +field.max));

  /** The chance that one die of a roll goes on. */
  const chance = (roll, numbers) => {
    let place = 0;
    roll.of.forEach((of, n) => (place = place * roll.sizes[n] + numbers[of] - fields[of].min));
    return roll.go[place] / roll.faces;
  };

  /** The chance of each number of successes among so many dice. */
  const binomial = (many, p) => {
    let chances = [1];
    for (let n = 0; n < many; n++) {
      chances = [...chances, 0].map((same, k) => same * (1 - p) + (k ? chances[k - 1] * p : 0));
    }
    return chances;
  };

  const percent = (p) => {
    const whole = Math.round(p * 100);
    if (p > 1e-12 && !whole) return "< 1";
    return p < 1 - 1e-12 && whole === 100 ? "> 99" : String(whole);
  };

  const show = () => {
    const numbers = entered();
    const [value, models] = numbers.slice(-2);
    const hurt = damage < 0 ? always : numbers[damage];
    let p = 1;
    const steps = rolls.map((roll) => {
      p *= chance(roll, numbers);
      return `${(numbers[0] * p).toFixed(1)} ${roll.outcome}`;
    });
    const lost = Array(models + 1).fill(0);
    binomial(numbers[0], p).forEach((likely, through) => {
      const fallen = carries ? Math.floor((through * hurt) / value) : Math.floor(through / Math.ceil(value / hurt));
      lost[Math.min(fallen, models)] += likely;
    });
    const mean = lost.reduce((sum, likely, many) => sum + likely * many, 0);
    result.querySelector("p").textContent =
      `On average, of ${numbers[0]} attacks: ${steps.join(", ")}. Models lost: ${mean.toFixed(2)}.`;
    let least = 1;
    const rows = lost.map((likely, many) => {
      const row = document.createElement("tr");
      const head = document.createElement("th");
      head.scope = "row";
      head.textContent = many;
      row.append(head, ...[likely, least].map((each) => {
        const cell = document.createElement("td");
        cell.textContent = percent(each);
        return cell;
      }));
      least = Math.max(least - likely, 0);
      return likely > 5e-4 || many <= 1 ? row : null;
    });
    result.querySelector("tbody").replaceChildren(...rows.filter(Boolean));
  };

  form.addEventListener("input", show);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.hidden = false;
  show();
  form.querySelector(":target")?.scrollIntoView();
}
