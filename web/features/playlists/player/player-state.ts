import type { PlayAnswer } from '../../../../domain/playlists/contract.ts';
import type { FailureCode } from '../../../app/data/api-error.ts';

export type Place = 0 | 1;

/**
 * Why something could not be shown or fetched. `network`: no response; `ended`: the session has ended; `gone`: the playlist was deleted;
 * `calls`: the portal refuses for now; `service`: the report service does; `report`: only this report cannot be shown.
 */
export type Trouble = {
  kind: 'network' | 'ended' | 'gone' | 'calls' | 'service' | 'report';
  code: FailureCode /** When reports open. */;
  at?: string;
};

export type PlayerState = {
  phase: 'opening' | 'playing' | 'empty' | 'finished' | 'ended';
  answer: PlayAnswer | null;
  /** The items in the order of this lap. */
  lap: readonly string[];
  current: { id: string; layer: Place; since: number; endsAt: number } | null;
  upcoming: string | null;
  /** The next item is due but not ready. */
  busy: boolean;
  pausedUntil: number | null;
  stayingUntil: number | null;
  offlineSince: number | null;
  trouble: Trouble | null;
  /** Items that failed three laps in a row. */
  out: readonly string[];
};

export const initialState: PlayerState = {
  phase: 'opening',
  answer: null,
  lap: [],
  current: null,
  upcoming: null,
  busy: false,
  pausedUntil: null,
  stayingUntil: null,
  offlineSince: null,
  trouble: null,
  out: [],
};
