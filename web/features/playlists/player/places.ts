import type { PlayItem } from '../../../../domain/playlists/contract.ts';
import { type HeldEmbed, type Layer, type LayerEvents, lifeLeft, type PlayerSource } from './layer.ts';
import type { Place, Trouble } from './player-state.ts';
import type { createTimers, Timers } from './timers.ts';
import { timing } from './timing.ts';

type Held = { item: PlayItem; key: string; page: string | null; embed: HeldEmbed; touched: boolean };
export type Outcome = 'ready' | Trouble;

type Around = {
  source: PlayerSource;
  layers: (events: readonly [LayerEvents, LayerEvents]) => readonly [Layer, Layer];
  now: () => number;
  after: Timers['after'];
  judge: (error: unknown) => Trouble;
  timers: ReturnType<typeof createTimers>;
  events: { onBroken: (place: Place) => void; onTouch: () => void };
};

const retryRenewalMs = 30_000;
const shortestRenewalMs = 2_000;
const late = Symbol('late');

/** The key of a layer's content: a report in a state, whichever of its pages is shown. */
const getKey = (item: PlayItem, theme: string): string => [item.reportId, item.state ?? '', theme, JSON.stringify(item.filters)].join('|');

/** The two stacked slots: their contents and tokens, and how an item is prepared for its turn. */
export function createPlaces({ source, layers: make, now, after, judge, timers, events }: Around) {
  const held: [Held | null, Held | null] = [null, null];
  const born: [number, number] = [now(), now()];
  const turns: [number, number] = [0, 0];
  let preparing: { id: string; place: Place; outcome: Promise<Outcome> } | null = null;
  const getEvents = (place: Place): LayerEvents => ({
    onFault: (fault) => void (fault === 'expired' ? renew(place) : broke(place)),
    onTouch: events.onTouch,
  });
  const layers = make([getEvents(0), getEvents(1)]);

  function broke(place: Place): void {
    held[place] = null;
    timers.clear(place === 0 ? 'renew0' : 'renew1');
    events.onBroken(place);
  }

  function planRenewal(place: Place, embed: HeldEmbed): void {
    const life = Date.parse(embed.expiresAt) - Date.parse(embed.serverNow);
    const wait = lifeLeft(embed, now()) - Math.min(timing.tokenMargin, life / 2);
    timers.set(place === 0 ? 'renew0' : 'renew1', Math.max(shortestRenewalMs, wait), () => void renew(place));
  }

  /** Renews the token in place: filters and page stay (REPORT_SERVICE D4). */
  async function renew(place: Place): Promise<void> {
    const here = held[place];
    if (!here) return;
    try {
      const embed = await source.embed(here.item.id);
      if (held[place] !== here) return;
      held[place] = { ...here, embed };
      await layers[place].setToken(embed.token);
      planRenewal(place, embed);
    } catch (error) {
      if (held[place]?.item.id !== here.item.id) return;
      const { kind } = judge(error);
      const passes = kind !== 'report' && kind !== 'gone' && kind !== 'ended';
      if (passes && lifeLeft(here.embed, now()) > 0) timers.set(place === 0 ? 'renew0' : 'renew1', retryRenewalMs, () => void renew(place));
      // A token that expired while offline: the picture stays, and its next change finds a new token or the next item.
      else if (kind !== 'network') broke(place);
      else timers.set(place === 0 ? 'renew0' : 'renew1', retryRenewalMs, () => void renew(place));
    }
  }

  async function stand(item: PlayItem, place: Place, theme: string): Promise<void> {
    const layer = layers[place];
    turns[place] += 1;
    const mine = turns[place];
    const orSuperseded = <T>(value: T): T => {
      if (turns[place] !== mine) throw late;
      return value;
    };
    if (now() - born[place] >= timing.reload) {
      layer.rebuild();
      held[place] = null;
      born[place] = now();
    }
    const here = held[place];
    const key = getKey(item, theme);
    if (here && here.key === key && !here.touched && lifeLeft(here.embed, now()) > timing.tokenLeast) {
      if (item.page !== here.page) await layer.turn(item.page);
      else await layer.refresh();
      orSuperseded(null);
      held[place] = { ...here, item, page: item.page };
      return;
    }
    held[place] = null;
    const embed = orSuperseded(await source.embed(item.id));
    await layer.load({ item, embed });
    orSuperseded(null);
    held[place] = { item, key, page: item.page, embed, touched: false };
    planRenewal(place, embed);
  }

  /** Times out at the limit of BEHAVIOUR 6; a late result is ignored because its slot is taken. */
  function limited(work: Promise<void>): Promise<Outcome> {
    let cancel = () => {};
    const limit = new Promise<never>((_, reject) => {
      cancel = after(timing.renderLimit, () => reject(late));
    });
    return Promise.race([work, limit])
      .then(() => 'ready' as const)
      .catch((error: unknown) => (error === late ? { kind: 'report' as const, code: 'report_service_down' as const } : judge(error)))
      .finally(() => cancel());
  }

  return {
    /** Embeds an item unseen; a second request for the same item shares the running one. */
    prepare(item: PlayItem, place: Place, theme: string): Promise<Outcome> {
      if (preparing?.id === item.id && preparing.place === place) return preparing.outcome;
      const outcome = limited(stand(item, place, theme));
      const mine = { id: item.id, place, outcome };
      preparing = mine;
      void outcome.then((how) => {
        if (how !== 'ready' && preparing === mine) held[place] = null;
      });
      return outcome;
    },
    /** The prepared item was shown or has failed: next time it is prepared again. */
    release(place: Place) {
      if (preparing?.place === place) preparing = null;
    },
    /** Two pages of one report need no second frame. */
    canTurn(place: Place, item: PlayItem): boolean {
      const here = held[place];
      return here !== null && !here.touched && here.item.reportId === item.reportId && here.item.state === null && item.state === null;
    },
    turn(item: PlayItem, place: Place): Promise<Outcome> {
      const here = held[place];
      if (here && here.page === item.page) {
        held[place] = { ...here, item };
        return Promise.resolve('ready');
      }
      return limited(
        layers[place].turn(item.page).then(() => {
          const still = held[place];
          if (still) held[place] = { ...still, item, page: item.page };
        }),
      );
    },
    refresh: (place: Place): Promise<void> => layers[place].refresh().catch(() => undefined),
    /** A viewer used it: at its next turn it is reloaded as composed. */
    touched(place: Place) {
      const here = held[place];
      if (here) held[place] = { ...here, touched: true };
    },
  };
}
