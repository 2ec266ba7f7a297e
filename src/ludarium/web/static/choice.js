// The choice: the clicks made so far, and which actions they leave open. It knows paths, not rules.

export class Choice {
  constructor(actions = []) {
    this.actions = actions;
    this.clicks = [];
  }

  // The actions whose path starts with these clicks.
  matching(clicks) {
    return this.actions.filter(({ path }) => clicks.every((step, place) => path[place] === step));
  }

  get candidates() {
    return this.matching(this.clicks);
  }

  // The candidates that need no further click.
  get complete() {
    return this.candidates.filter(({ path }) => path.length === this.clicks.length);
  }

  // What can be clicked next, each with the actions it leads to.
  get next() {
    const steps = new Map();
    for (const action of this.candidates) {
      const step = action.path[this.clicks.length];
      if (step !== undefined) steps.set(step, [...(steps.get(step) ?? []), action]);
    }
    return steps;
  }

  // The one action that is left, if its path is complete.
  get decided() {
    const { candidates } = this;
    return candidates.length === 1 && candidates[0].path.length === this.clicks.length ? candidates[0] : null;
  }

  click(step) {
    this.clicks.push(step);
  }

  // Start over with this step, if some action begins with it.
  restart(step) {
    if (this.clicks[0] === step || this.matching([step]).length === 0) return false;
    this.clicks = [step];
    return true;
  }

  back() {
    return this.clicks.pop();
  }
}
