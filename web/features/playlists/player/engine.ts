import type { PlayAnswer, PlayItem } from '../../../../domain/playlists/contract.ts';
import { createFailures } from './failures.ts';
import { following, getOrder, playable, reordered, startsNewLap } from './lap.ts';
import type { Layer, LayerEvents, PlayerSource } from './layer.ts';
import { createPlaces, type Outcome } from './places.ts';
import { initialState, type Place, type PlayerState, type Trouble } from './player-state.ts';
import { createTimers, type Timers } from './timers.ts';
import { retryDelay, timing } from './timing.ts';
import type { VisibleLogger } from './visible-log.ts';

type Failed = { id: string; kind: Trouble['kind'] };
// The list has changed while it rendered.
const superseded: Trouble = { kind: 'gone', code: 'not_found' };

export type Around = {
  source: PlayerSource;
  layers: (events: readonly [LayerEvents, LayerEvents]) => readonly [Layer, Layer];
  now: () => number;
  after: Timers['after'];
  random: () => number;
  online: () => boolean;
  log: VisibleLogger;
  /** Classifies the error of a call. */
  judge: (error: unknown, polling?: boolean) => Trouble;
  /** Reloads the page starting with this item; called only between items. */
  reload: (item: string) => void;
  /** The item to start with, after such a reload. */
  resume: string | null;
};

/** The player of BEHAVIOUR 6: what is shown, what comes next and when, despite failures. Independent of React and the SDK. */
export function createPlayer(around: Around) {
  const { source, now, random, log, judge } = around;
  const startedAt = now();
  const timers = createTimers(around.after);
  const failures = createFailures(now);
  const listeners = new Set<() => void>();
  let state: PlayerState = initialState;
  let order: string[] = [];
  let pending: string[] | null = null;
  let resume = around.resume;
  let advancing = false;
  let wanted: 1 | -1 | null = null;
  let rounds = 0;
  let polls = 0;
  let stopped = false;
  let newBuild = false;
  let remaining = 0;
  let refreshedAt = startedAt;

  const update = (change: Partial<PlayerState>) => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };
  /** Any call that is refused because the session is over ends the player at once, not only the next poll. */
  const judgeItem = (error: unknown): Trouble => {
    const trouble = judge(error);
    if (trouble.kind === 'ended') end();
    return trouble;
  };
  const places = createPlaces({ ...around, judge: judgeItem, timers, events: { onBroken, onTouch: () => touch() } });
  const findItem = (id: string | null): PlayItem | undefined => state.answer?.items.find((item) => item.id === id);
  const theme = () => state.answer?.playlist?.theme ?? 'report';

  /** The candidates for the next turn; if everything was dropped from the lap, everything is tried. */
  function eligible(): PlayItem[] {
    const { answer } = state;
    if (!answer?.playlist) return [];
    const list = playable(answer.items, now(), answer.zone);
    const fit = list.filter((item) => !failures.isOut(item.id));
    return fit.length > 0 ? fit : list;
  }

  async function poll(): Promise<void> {
    try {
      take(await source.poll({ item: state.current?.id ?? null, out: [...state.out] }));
      polls = 0;
      if (state.offlineSince !== null || state.trouble?.kind === 'calls') back();
      timers.set('poll', timing.beat, () => void poll());
    } catch (error) {
      const trouble = judge(error, true);
      if (trouble.kind === 'ended') return end();
      if (trouble.kind === 'gone') take({ ...(state.answer ?? nothing(now())), playlist: null, items: [] });
      update({
        offlineSince: trouble.kind === 'network' ? (state.offlineSince ?? now()) : state.offlineSince,
        ...(state.current ? {} : { trouble }),
      });
      if (!state.current) log.show('card');
      timers.set('poll', retryDelay(polls++), () => void poll());
    }
  }

  /** The connection is back: whatever waited for it continues at once. */
  function back(): void {
    update({ offlineSince: null, trouble: null });
    rounds = 0;
    schedule();
  }

  function take(answer: PlayAnswer): void {
    const composed = answer.items.map((item) => item.id);
    const { shuffle = false } = answer.playlist ?? {};
    const first = order.length === 0 || (state.answer?.playlist?.shuffle ?? shuffle) !== shuffle;
    pending = null;
    order = first ? getOrder(answer.items, shuffle, null, random) : reordered(order, composed, shuffle);
    failures.keep(composed);
    const before = findItem(state.current?.id ?? null);
    update({ answer, lap: order, out: failures.out(answer.items) });
    const after = findItem(state.current?.id ?? null);
    if (state.current && before && after && before.seconds !== after.seconds)
      update({ current: { ...state.current, endsAt: state.current.since + after.seconds * 1000 } });
    schedule();
  }

  function schedule(): void {
    if (stopped || advancing) return;
    for (const name of ['prepare', 'turn', 'look'] as const) timers.clear(name);
    const list = eligible();
    if (list.length === 0) {
      if (state.answer) empty();
      return;
    }
    if (!state.current) {
      void advance();
      return;
    }
    if (state.pausedUntil !== null) return;
    const due = list.some((item) => item.id === state.current?.id) ? state.current.endsAt : now();
    timers.set('prepare', due - timing.preload - now(), prepare);
    timers.set('turn', due - now(), () => void advance());
  }

  function empty(): void {
    if (state.phase !== 'empty') update({ phase: 'empty', current: null, upcoming: null, busy: false, stayingUntil: null });
    log.show('card');
    timers.set('look', timing.emptyLook, schedule);
  }

  /** The next item to show: after the current one, not yet tried; null at the end of a list that does not loop. */
  function pick(step: 1 | -1, tried: ReadonlySet<string>): PlayItem | null {
    const list = eligible().filter((item) => !tried.has(item.id));
    const current = state.current?.id ?? null;
    if (resume !== null) {
      const first = list.find((item) => item.id === resume);
      resume = null;
      if (first && current === null) return first;
    }
    const fits = (id: string) => id !== current && list.some((item) => item.id === id);
    const next = following(order, current, step).find(fits);
    if (next === undefined || step === -1 || !startsNewLap(order, current, next)) return findItem(next ?? null) ?? null;
    const { loop = true, shuffle = false } = state.answer?.playlist ?? {};
    if (!loop) return null;
    if (shuffle) pending ??= getOrder(state.answer?.items ?? [], true, current, random);
    return findItem((pending ?? []).find(fits) ?? next) ?? null;
  }

  function prepare(): void {
    const item = pick(1, new Set());
    if (!item || !state.current) return;
    update({ upcoming: item.id });
    if (!places.canTurn(state.current.layer, item)) void places.prepare(item, other(state.current.layer), theme());
  }

  /** The item's time is over, or a viewer skipped it: shows the first following item that renders. Until then the current one stays. */
  async function advance(step: 1 | -1 = 1): Promise<void> {
    if (advancing || stopped) return;
    advancing = true;
    timers.clear('turn');
    const tried = new Set<string>();
    const failed: Failed[] = [];
    let shown = false;
    try {
      for (let item = pick(step, tried); item && !shown && !stopped; item = pick(step, tried)) {
        update({ busy: true, upcoming: item.id });
        const outcome = state.current && mayReload() ? reloaded(item.id) : await show(item);
        shown = outcome === 'ready';
        tried.add(item.id);
        if (outcome !== 'ready') failed.push({ id: item.id, kind: outcome.kind });
      }
    } finally {
      advancing = false;
      note(failed, shown);
      if (!stopped && !shown) nothingNew(tried.size);
      update({ busy: false });
    }
    const asked = wanted;
    wanted = null;
    if (asked !== null) return void advance(asked);
    schedule();
  }

  /** Counts a failure against an item only if another item could be shown; if none could, the service is at fault, not the item. */
  function note(failed: readonly Failed[], others: boolean): void {
    if (failed.length === 0 || stopped) return;
    for (const { id, kind } of failed) if (kind === 'report' || (kind === 'service' && others)) failures.note(id);
    update({ out: failures.out(state.answer?.items ?? []) });
  }

  function reloaded(id: string): 'ready' {
    log.leave();
    // If the reload does not happen, the current item continues.
    if (state.current) update({ current: { ...state.current, endsAt: now() + timing.preload } });
    around.reload(id);
    return 'ready';
  }

  const mayReload = () => around.online() && (newBuild || now() - startedAt >= timing.reload);

  async function show(item: PlayItem): Promise<Outcome> {
    const from = state.current;
    const turning = from !== null && places.canTurn(from.layer, item);
    const layer = turning ? from.layer : from ? other(from.layer) : 0;
    const outcome = turning ? await places.turn(item, layer) : await places.prepare(item, layer, theme());
    places.release(layer);
    const wish = findItem(item.id);
    if (stopped || !wish) return superseded;
    if (outcome !== 'ready') {
      update({ trouble: outcome });
      return outcome;
    }
    if (rounds > 0) failures.forget();
    else failures.clear(item.id);
    rounds = 0;
    if (pending && startsNewLap(order, from?.id ?? null, item.id)) order = pending;
    pending = null;
    remaining = wish.seconds * 1000;
    const since = now();
    if (!turning && wish.onOpen === 'refresh') void places.refresh(layer);
    update({
      phase: 'playing',
      current: { id: item.id, layer, since, endsAt: since + wish.seconds * 1000 },
      lap: order,
      trouble: null,
      stayingUntil: null,
      out: failures.out(state.answer?.items ?? []),
    });
    update({ upcoming: state.pausedUntil === null ? (pick(1, new Set())?.id ?? null) : state.upcoming });
    refreshedAt = since;
    log.show('report');
    return 'ready';
  }

  /** A single item, the end of a list, or everything failed: the current report stays. */
  function nothingNew(tries: number): void {
    const at = now();
    const here = findItem(state.current?.id ?? null);
    if (tries > 0) {
      if (around.online()) rounds += 1;
      const wait = here ? Math.min(here.seconds * 1000, timing.retryMost) : retryDelay(rounds);
      if (state.current) update({ current: { ...state.current, endsAt: at + wait } });
      else {
        log.show('card');
        timers.set('look', wait, schedule);
      }
      return;
    }
    if (!state.current || !here || !eligible().some((each) => each.id === here.id)) return;
    update({
      current: { ...state.current, endsAt: at + here.seconds * 1000 },
      phase: eligible().length > 1 ? 'finished' : 'playing',
      upcoming: null,
    });
    if (at - refreshedAt < timing.refreshSingle) return;
    refreshedAt = at;
    void places.refresh(state.current.layer);
  }

  /** The current report broke, or its token could not be renewed. */
  function onBroken(layer: Place): void {
    if (state.current?.layer !== layer || stopped) return;
    failures.note(state.current.id);
    update({ current: { ...state.current, endsAt: now() }, stayingUntil: null });
    schedule();
  }

  function pause(): void {
    if (state.pausedUntil !== null || !state.current) return;
    remaining = Math.max(0, state.current.endsAt - now());
    update({ pausedUntil: now() + timing.pause });
    schedule();
    timers.set('resume', timing.pause, play);
  }

  function play(): void {
    timers.clear('resume');
    if (state.pausedUntil === null) return;
    update({ pausedUntil: null, ...(state.current ? { current: { ...state.current, endsAt: now() + remaining } } : {}) });
    schedule();
  }

  function touch(): void {
    if (!state.current) return;
    const until = now() + timing.stay;
    places.touched(state.current.layer);
    remaining = Math.max(remaining, timing.stay);
    update({ stayingUntil: until, current: { ...state.current, endsAt: Math.max(state.current.endsAt, until) } });
    timers.set('stay', timing.stay, () => update({ stayingUntil: null }));
    schedule();
  }

  function step(direction: 1 | -1): void {
    if (advancing) wanted = direction;
    else void advance(direction);
  }

  function stop(): void {
    stopped = true;
    timers.stop();
  }

  function end(): void {
    stop();
    log.show('card');
    update({ phase: 'ended', current: null, busy: false });
  }

  return {
    state: (): PlayerState => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    start: () => void poll(),
    /** Polls at once, e.g. when the network is back. */
    wake: () => {
      if (!stopped && state.answer) timers.set('poll', 0, () => void poll());
    },
    hasNewBuild: () => {
      newBuild = true;
    },
    ...{ pause, play, touch, step, stop },
  };
}

export type Player = ReturnType<typeof createPlayer>;

const other = (layer: Place): Place => (layer === 0 ? 1 : 0);
const nothing = (at: number): PlayAnswer => ({
  playlist: null,
  items: [],
  zone: 'UTC',
  serverNow: new Date(at).toISOString(),
  watermark: { template: '', opacity: 0, who: { email: '', name: '', unit: '', ip: '' } },
});
