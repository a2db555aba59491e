import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PlayAnswer, PlayItem } from '../../../../domain/playlists/contract.ts';
import { createPlayer } from './engine.ts';
import type { HeldEmbed, Layer, LayerEvents, LayerWish } from './layer.ts';
import type { Trouble } from './player-state.ts';
import { createVisibleLog } from './visible-log.ts';

const zone = 'America/Sao_Paulo';
// A Monday, 09:00 in the test's time zone.
const start = Date.parse('2026-11-23T12:00:00Z');

const item = (id: string, change: Partial<PlayItem> = {}): PlayItem => ({
  ...{ id, reportId: `r-${id}`, title: `Report ${id}`, place: '', page: null, state: null, seconds: 30, windows: [], onOpen: 'none' },
  ...{ embedUrl: 'https://app.powerbi.com/reportEmbed', tenantColors: false, filters: [], dataAt: null, watermarked: false, skipped: null },
  ...change,
});
const getAnswer = (items: PlayItem[], playlist: Partial<NonNullable<PlayAnswer['playlist']>> = {}): PlayAnswer => ({
  playlist: {
    ...{ id: 'p', name: 'Fábrica', transition: 'fade', loop: true, shuffle: false, showTitle: true, showClock: true, showProgress: true },
    ...{ language: null, theme: 'report', ...playlist },
  },
  items,
  zone,
  serverNow: new Date(Date.now()).toISOString(),
  watermark: { template: '', opacity: 8, who: { email: '', name: '', unit: '', ip: '' } },
});

class Refused extends Error {
  trouble: Trouble;
  constructor(trouble: Trouble) {
    super(trouble.kind);
    this.trouble = trouble;
  }
}
const refused = (kind: Trouble['kind']) => new Refused({ kind, code: kind === 'network' ? 'network' : 'report_service_down' });

/** A player with layers that render after `renderMs`, and a server that responds from `world`. */
function scene(items: PlayItem[], playlist = {}, resume: string | null = null) {
  const world = {
    answer: getAnswer(items, playlist),
    online: true,
    renderMs: 800,
    tokenMinutes: 30,
    pollRefusal: null as Error | null,
    embedRefusal: null as Error | null,
    broken: new Set<string>(),
    silent: new Set<string>(),
    said: [] as { item: string | null; out: string[] }[],
    did: [] as string[],
    tokens: 0,
    reloads: [] as string[],
  };
  const events: [LayerEvents | null, LayerEvents | null] = [null, null];
  const rendered = () => new Promise<void>((resolve) => setTimeout(resolve, world.renderMs));
  const layer = (place: number): Layer => ({
    load: ({ item: { id } }: LayerWish) => {
      world.did.push(`${place} load ${id}`);
      if (world.broken.has(id)) return Promise.reject(refused('report'));
      return world.silent.has(id) ? new Promise(() => {}) : rendered();
    },
    turn: (page) => {
      world.did.push(`${place} turn ${page}`);
      return page === 'gone' ? Promise.reject(refused('report')) : rendered();
    },
    refresh: async () => void world.did.push(`${place} refresh`),
    setToken: async (token) => void world.did.push(`${place} token ${token}`),
    rebuild: () => void world.did.push(`${place} rebuild`),
  });
  const log = createVisibleLog({ read: () => null, write: () => {} }, Date.now);
  const player = createPlayer({
    source: {
      poll: async (said) => {
        world.said.push(said);
        if (!world.online) throw refused('network');
        if (world.pollRefusal) throw world.pollRefusal;
        return { ...world.answer, serverNow: new Date(Date.now()).toISOString() };
      },
      embed: async (id): Promise<HeldEmbed> => {
        if (!world.online) throw refused('network');
        if (world.embedRefusal) throw world.embedRefusal;
        world.tokens += 1;
        const now = Date.now();
        return {
          ...{ id, groupId: null, type: 'report', embedUrl: '', token: `t${world.tokens}`, receivedAt: now },
          ...{ serverNow: new Date(now).toISOString(), expiresAt: new Date(now + world.tokenMinutes * 60_000).toISOString() },
        };
      },
    },
    layers: ([first, second]) => {
      events[0] = first;
      events[1] = second;
      return [layer(0), layer(1)];
    },
    now: Date.now,
    after: (ms, run) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
    random: () => 0.99,
    online: () => world.online,
    log,
    judge: (error) => (error instanceof Refused ? error.trouble : { kind: 'service', code: 'unexpected' }),
    reload: (id) => world.reloads.push(id),
    resume,
  });
  player.start();
  const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000);
  return { world, player, log, events, seconds, shown: () => player.state().current?.id ?? null };
}

beforeEach(() => {
  vi.useFakeTimers({ now: start });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the lap', () => {
  test('the next item is embedded unseen ten seconds before its turn, and shown at its turn', async () => {
    const { world, seconds, shown } = scene([item('a'), item('b'), item('c')]);
    await seconds(1);
    expect(shown()).toBe('a');
    await seconds(19);
    expect(world.did).toEqual(['0 load a']);
    await seconds(2);
    expect(world.did).toEqual(['0 load a', '1 load b']);
    expect(shown()).toBe('a');
    await seconds(9);
    expect(shown()).toBe('b');
    await seconds(60);
    expect(shown()).toBe('a');
  });

  test('two items never load again: each is refreshed for its turn', async () => {
    const { world, seconds } = scene([item('a'), item('b')]);
    await seconds(600);
    expect(world.did.filter((line) => line.includes('load'))).toEqual(['0 load a', '1 load b']);
    expect(world.did.filter((line) => line.includes('refresh')).length).toBeGreaterThan(15);
  });

  test('pages of one report change in the same slot', async () => {
    const { world, seconds, shown } = scene([item('a', { reportId: 'r', page: 'P1' }), item('b', { reportId: 'r', page: 'P2' })]);
    await seconds(32);
    expect(shown()).toBe('b');
    expect(world.did).toEqual(['0 load a', '0 turn P2']);
  });

  test('a single item never reloads; its visuals are refreshed every five minutes', async () => {
    const { world, seconds, shown } = scene([item('a')]);
    await seconds(3600);
    expect(shown()).toBe('a');
    expect(world.did.filter((line) => line.includes('load'))).toHaveLength(1);
    expect(world.did.filter((line) => line.includes('refresh')).length).toBeGreaterThanOrEqual(11);
  });

  test('without a loop it ends at the last item', async () => {
    const { player, seconds, shown } = scene([item('a'), item('b')], { loop: false });
    await seconds(300);
    expect([shown(), player.state().phase]).toEqual(['b', 'finished']);
  });

  test('shuffled, every item comes once per lap and none twice in a row', async () => {
    const { seconds, shown } = scene([item('a', { seconds: 10 }), item('b', { seconds: 10 }), item('c', { seconds: 10 })], {
      shuffle: true,
    });
    const seen: (string | null)[] = [];
    for (let lap = 0; lap < 12; lap += 1) {
      await seconds(lap === 0 ? 2 : 10);
      seen.push(shown());
    }
    for (let at = 1; at < seen.length; at += 1) expect(seen[at]).not.toBe(seen[at - 1]);
    expect(new Set(seen).size).toBe(3);
  });

  test('items outside their hours, in maintenance or hidden are skipped; an empty list is reported', async () => {
    const morning = { days: [1], from: '08:00', to: '09:30' };
    const { player, world, log, seconds, shown } = scene([
      item('a', { windows: [morning] }),
      item('b', { skipped: 'report_in_maintenance' }),
    ]);
    await seconds(10);
    expect(shown()).toBe('a');
    await seconds(31 * 60);
    expect([shown(), player.state().phase, log.now().shown]).toEqual([null, 'empty', 'card']);
    world.answer = getAnswer([item('b')]);
    await seconds(35);
    expect([shown(), player.state().phase]).toEqual(['b', 'playing']);
  });
});

describe('changes by an administrator', () => {
  test('reach a running player within a minute: removed items disappear, added ones appear', async () => {
    const { world, seconds, shown } = scene([item('a', { seconds: 3600 })]);
    await seconds(5);
    world.answer = getAnswer([item('b')]);
    await seconds(35);
    expect(shown()).toBe('b');
  });

  test('a revoked display ends within a minute', async () => {
    const { world, player, log, seconds } = scene([item('a')]);
    await seconds(5);
    world.pollRefusal = refused('ended');
    await seconds(31);
    expect([player.state().phase, log.now().shown]).toEqual(['ended', 'card']);
    const calls = world.said.length;
    await seconds(600);
    expect(world.said).toHaveLength(calls);
  });

  test('a display whose next report is refused because its session is over ends without waiting for the next beat', async () => {
    const { world, player, log, seconds } = scene(['a', 'b', 'c'].map((id) => item(id, { seconds: 10 })));
    await seconds(5);
    world.embedRefusal = refused('ended');
    await seconds(20);
    expect([player.state().phase, log.now().shown]).toEqual(['ended', 'card']);
    const calls = world.said.length;
    await seconds(600);
    expect(world.said).toHaveLength(calls);
  });
});

describe('failures', () => {
  test('an item that does not render in twenty seconds is skipped and tried again in the next lap', async () => {
    const { world, seconds, shown } = scene([item('a'), item('b'), item('c')]);
    world.silent.add('b');
    await seconds(1);
    await seconds(30);
    expect(shown()).toBe('a');
    await seconds(12);
    expect(shown()).toBe('c');
    world.silent.clear();
    await seconds(65);
    expect(shown()).toBe('b');
  });

  test('three failing laps drop it, the status says so, and later it gets another chance', async () => {
    const { world, player, seconds } = scene([item('a'), item('b')]);
    world.broken.add('b');
    await seconds(180);
    expect(player.state().out).toEqual(['b']);
    expect(world.said.at(-1)?.out).toEqual(['b']);
    const tries = world.did.filter((line) => line.endsWith('load b')).length;
    expect(tries).toBe(3);
    world.broken.clear();
    await seconds(16 * 60);
    expect(player.state().out).toEqual([]);
  });

  test('while the service is down the last report stays, retries back off, and no item is dropped', async () => {
    const { world, player, log, seconds, shown } = scene([item('a'), item('b'), item('c')]);
    await seconds(5);
    world.embedRefusal = refused('service');
    await seconds(1800);
    expect(shown()).not.toBeNull();
    expect(log.now().longestCover).toBeLessThanOrEqual(1000);
    expect(player.state().out).toEqual([]);
    world.embedRefusal = null;
    await seconds(130);
    expect(player.state().trouble).toBeNull();
    expect(new Set(world.did.slice(-6)).size).toBeGreaterThan(1);
  });

  test('without a network the last picture stays, says since when, and recovers by itself', async () => {
    const { world, player, log, seconds, shown } = scene([item('a'), item('b')]);
    await seconds(15);
    world.online = false;
    await seconds(600);
    expect(shown()).not.toBeNull();
    expect(player.state().offlineSince).toBeGreaterThan(start);
    expect(player.state().out).toEqual([]);
    world.online = true;
    player.wake();
    await seconds(1);
    expect(player.state().offlineSince).toBeNull();
    await seconds(60);
    expect(log.now().reports).toBeGreaterThan(2);
  });

  test('a report that breaks while it is shown is replaced at once', async () => {
    const { events, seconds, shown } = scene([item('a', { seconds: 600 }), item('b')]);
    await seconds(5);
    events[0]?.onFault('broken');
    await seconds(2);
    expect(shown()).toBe('b');
  });
});

describe('tokens', () => {
  test('are renewed in place ten minutes before they expire, also for the hidden slot', async () => {
    const { world, seconds } = scene([item('a', { seconds: 3600 }), item('b', { seconds: 3600 })]);
    await seconds(19 * 60);
    expect(world.did).toEqual(['0 load a']);
    await seconds(2 * 60);
    expect(world.did).toEqual(['0 load a', '0 token t2']);
    await seconds(20 * 60);
    expect(world.did.at(-1)).toBe('0 token t3');
  });

  test('that expire early are renewed when the report says so', async () => {
    const { world, events, seconds, shown } = scene([item('a', { seconds: 3600 })]);
    await seconds(5);
    events[0]?.onFault('expired');
    await seconds(1);
    expect(world.did).toEqual(['0 load a', '0 token t2']);
    expect(shown()).toBe('a');
  });
});

describe('viewers', () => {
  test('a pause lasts until resumed or for ten minutes, and the remaining time is kept', async () => {
    const { player, seconds, shown } = scene([item('a'), item('b')]);
    await seconds(11);
    player.pause();
    await seconds(300);
    expect(shown()).toBe('a');
    player.play();
    await seconds(19);
    expect(shown()).toBe('a');
    await seconds(3);
    expect(shown()).toBe('b');
    player.pause();
    await seconds(600);
    expect(player.state().pausedUntil).toBeNull();
  });

  test('a report that a viewer touches stays for a minute after the last touch, and is reloaded at its next turn', async () => {
    const { world, player, seconds, shown } = scene([item('a'), item('b')]);
    await seconds(20);
    player.touch();
    await seconds(50);
    player.touch();
    await seconds(55);
    expect(shown()).toBe('a');
    await seconds(8);
    expect(shown()).toBe('b');
    await seconds(32);
    expect(world.did.filter((line) => line.endsWith('load a'))).toHaveLength(2);
  });

  test('forward and back do not wait for the timer', async () => {
    const { player, seconds, shown } = scene([item('a'), item('b'), item('c')]);
    await seconds(3);
    player.step(1);
    await seconds(2);
    expect(shown()).toBe('b');
    player.step(-1);
    await seconds(2);
    expect(shown()).toBe('a');
    player.step(-1);
    await seconds(2);
    expect(shown()).toBe('c');
  });
});

describe('the page itself', () => {
  test('reloads every six hours, or for a new version, between items and with the item that is due', async () => {
    const { world, seconds } = scene([item('a', { seconds: 600 }), item('b', { seconds: 600 })]);
    await seconds(6 * 3600 - 5);
    expect(world.reloads).toEqual([]);
    await seconds(700);
    expect(world.reloads.length).toBeGreaterThan(0);
    const next = scene([item('a'), item('b')]);
    await next.seconds(5);
    next.player.hasNewBuild();
    await next.seconds(20);
    expect(next.world.reloads).toEqual([]);
    await next.seconds(7);
    expect(next.world.reloads).toEqual(['b']);
  });

  test('starts with that item', async () => {
    const { seconds, shown } = scene([item('a'), item('b'), item('c')], {}, 'c');
    await seconds(2);
    expect(shown()).toBe('c');
  });

  test('never shows nothing for longer than a second once a report has been shown', async () => {
    const { log, seconds } = scene([item('a'), item('b'), item('c', { seconds: 90 })]);
    await seconds(3600);
    expect(log.now()).toMatchObject({ covers: 0, longestCover: 0, shown: 'report' });
  });
});
