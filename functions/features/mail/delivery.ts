import type { Database } from '../../../db/client.ts';
import type { Env } from '../../request/env.ts';
import type { DueMail } from './due-mail.ts';

export type Delivery = { env: Env; database: Database; now(): number };
/** A mail of this run, and the time at which it may be sent. */
export type Claimed = { mail: DueMail; lane: number; at: number };
