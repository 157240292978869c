// What an attack comes to: how likely each number of attacks gets through all rolls, as exact fractions.
// The chance of each roll was worked out by the engine when the site was built.
"use strict";

for (const form of document.querySelectorAll("form.attack")) {
  const rolls = [...form.querySelectorAll("fieldset")].map((part) => ({
    part,
    chances: JSON.parse(part.dataset.chances),
    inputs: [...part.querySelectorAll("input")],
  }));
  const divisor = (a, b) => (b ? divisor(b, a % b) : a);
  const fraction = (over, under) => {
    const common = divisor(over, under) || 1n;
    return { over: over / common, under: under / common };
  };
  const times = (one, other) => fraction(one.over * other.over, one.under * other.under);
  const read = (text) => {
    const [over, under = "1"] = text.split("/");
    return fraction(BigInt(over), BigInt(under));
  };
  const share = ({ over, under }) => Number((over * 100000n) / under) / 100000;
  const percent = (part) => {
    const hundredth = share(part) * 100;
    return hundredth > 0 && hundredth < 1 ? "< 1 %" : hundredth > 99 && hundredth < 100 ? "> 99 %" : `${Math.round(hundredth)} %`;
  };
  const number = (input) => {
    const given = Math.round(Number(input.value));
    return Math.min(Number(input.max), Math.max(Number(input.min), Number.isFinite(given) ? given : 0));
  };

  const chanceOf = ({ chances, inputs }) => {
    const place = inputs.reduce((at, input) => at * (Number(input.max) - Number(input.min) + 1) + number(input) - Number(input.min), 0);
    return read(chances[place]);
  };

  const show = () => {
    const many = number(form.elements.many);
    let through = fraction(1n, 1n);
    for (const roll of rolls) {
      const chance = chanceOf(roll);
      through = times(through, chance);
      const output = roll.part.querySelector("output");
      output.textContent = `${percent(chance)} (${chance.over}/${chance.under})`;
    }
    const { over, under } = through;
    const n = BigInt(many);
    let choose = 1n;
    const exactly = [];
    for (let k = 0n; k <= n; k += 1n) {
      exactly.push(fraction(choose * over ** k * (under - over) ** (n - k), under ** n));
      choose = (choose * (n - k)) / (k + 1n);
    }
    const mean = share(fraction(over * n * 1000n, under * 1000n));
    form.querySelector(".result").textContent = `${mean.toFixed(2)} of ${many} get through on average.`;
    const highest = Math.max(...exactly.map(share));
    form.querySelector(".bars").replaceChildren(
      ...exactly.flatMap((chance, k) => {
        if (share(chance) < 0.0005) return [];
        const bar = make("progress", { value: share(chance), max: highest });
        bar.setAttribute("aria-hidden", "true");
        return [make("li", { title: `${chance.over}/${chance.under}` }, make("b", {}, String(k)), bar, percent(chance))];
      }),
    );
  };

  form.addEventListener("input", show);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.hidden = false;
  show();
}
