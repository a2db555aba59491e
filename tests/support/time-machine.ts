import type { Page } from 'playwright-core';

/** What the page's own script below offers to the test. */
type Machine = { advance: (ms: number) => Promise<void> };

/**
 * Runs before anything else in the page's document, not in its frames. Its clock is the real one plus the skipped time, so that real work
 * (a call, a rendering report) takes its real time and waiting takes none.
 */
function install(): void {
  if (window.top !== window) return;
  const real = {
    now: Date.now.bind(Date),
    set: window.setTimeout.bind(window),
    clear: window.clearTimeout.bind(window),
    fetch: window.fetch.bind(window),
  };
  const key = 'time-machine';
  let ahead = Number(sessionStorage.getItem(key) ?? 0);
  let last = 1_000_000;
  let calls = 0;
  let loadingSince = 0;
  const timers = new Map<number, { at: number; run: () => void; every: number | null; real: number }>();
  const now = () => real.now() + ahead;
  Date.now = now;
  const arm = (id: number) => {
    const timer = timers.get(id);
    if (!timer) return;
    real.clear(timer.real);
    timer.real = real.set(() => fire(id), Math.max(0, timer.at - now()));
  };
  const fire = (id: number) => {
    const timer = timers.get(id);
    if (!timer || timer.at > now() + 1) return;
    real.clear(timer.real);
    if (timer.every === null) timers.delete(id);
    else {
      timer.at = now() + timer.every;
      arm(id);
    }
    timer.run();
  };
  const add = (handler: TimerHandler, ms: number | undefined, every: boolean, args: unknown[]) => {
    last += 1;
    const wait = Math.max(0, Number(ms ?? 0));
    const run = () => typeof handler === 'function' && handler(...args);
    timers.set(last, { at: now() + wait, run, every: every ? Math.max(1, wait) : null, real: 0 });
    arm(last);
    return last;
  };
  const remove = (id: number | undefined) => {
    const timer = timers.get(id ?? 0);
    if (timer) real.clear(timer.real);
    timers.delete(id ?? 0);
  };
  Object.assign(window, {
    setTimeout: (handler: TimerHandler, ms?: number, ...args: unknown[]) => add(handler, ms, false, args),
    setInterval: (handler: TimerHandler, ms?: number, ...args: unknown[]) => add(handler, ms, true, args),
    clearTimeout: remove,
    clearInterval: remove,
    fetch: async (...call: Parameters<typeof fetch>) => {
      calls += 1;
      try {
        const answer = await real.fetch(...call);
        if (String(call[0]).endsWith('/embed') && answer.ok) loadingSince = real.now();
        return answer;
      } finally {
        calls -= 1;
      }
    },
  });
  window.addEventListener('message', ({ data }) => {
    if (/events\/(rendered|error)$/.test(String(data?.url ?? ''))) loadingSince = 0;
  });
  const breath = (ms: number) => new Promise((resolve) => real.set(resolve, ms));
  const channel = new MessageChannel();
  // A turn of the event loop without the four milliseconds of a nested timer.
  const turn = () =>
    new Promise((resolve) => {
      channel.port1.onmessage = resolve;
      channel.port2.postMessage(null);
    });
  const maxLoadingMs = 700;
  async function advance(ms: number): Promise<void> {
    const until = now() + ms;
    while (now() < until) {
      await turn();
      if (calls > 0 || (loadingSince > 0 && real.now() - loadingSince < maxLoadingMs)) {
        await breath(4);
        continue;
      }
      // Timers that tick every second only draw the clock: the jump doesn't stop for them.
      const stops = [...timers.values()].filter(({ every }) => every === null || every > 5_000);
      const next = Math.min(until, ...stops.map((timer) => timer.at));
      if (next > now()) ahead += next - now();
      sessionStorage.setItem(key, String(ahead));
      for (const [id, timer] of [...timers]) if (timer.at <= now()) fire(id);
    }
    for (const id of timers.keys()) arm(id);
  }
  Object.assign(window, { timeMachine: { advance } });
}

export const withTimeMachine = (page: Page) => page.addInitScript(install);

/** Advances the page's time; if the page reloads during that, continues once `back` reports it is there. */
export async function passTime(page: Page, ms: number, back: () => Promise<void>): Promise<void> {
  const clock = () => page.evaluate(() => Date.now());
  const end = (await clock()) + ms;
  for (;;) {
    try {
      const left = end - (await clock());
      if (left <= 0) return;
      // Because the script above puts it there.
      await page.evaluate((time) => (window as unknown as { timeMachine: Machine }).timeMachine.advance(time), left);
    } catch (error) {
      if (!/context was destroyed|navigat/i.test(String(error))) throw error;
      await back();
    }
  }
}
