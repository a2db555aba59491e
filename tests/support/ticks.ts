import { setTimeout as pause } from 'node:timers/promises';
import type { LogLine } from './runtime.ts';

const patienceMs = 100_000;

/**
 * Follows what ticks set going, by the lines of the log: a tick names the jobs that it sent messages for, and each message ends with a line
 * of its own; a job that ran sends one more, for the outbox.
 */
export function followTicks() {
  let calls = 0;
  let ticks = 0;
  let sent = 0;
  let ended = 0;
  let isOver = false;
  const isSettled = () => isOver || (ticks >= calls && ended >= sent);
  return {
    see({ message }: LogLine): void {
      const line = readLine(message);
      if (line.event === 'tick' || line.event === 'tick_failed') ticks += 1;
      if (line.event === 'tick') sent += line.jobs?.length ?? 0;
      if (line.event === 'job' && line.job !== 'deliver-outbox') sent += 1;
      if (/^(job|job_left|job_failed|outbox)$/.test(line.event ?? '') || isFailedByTick(line)) ended += 1;
    },
    begin(): void {
      if (isSettled()) calls = ticks = sent = ended = 0;
      calls += 1;
    },
    /** Nothing more is to be seen: the Worker has been stopped. */
    stop(): void {
      isOver = true;
    },
    /** Ends when all that the ticks until now have asked for is done or has failed. */
    async settled(): Promise<void> {
      for (const until = Date.now() + patienceMs; !isSettled(); await pause(5))
        if (Date.now() > until) throw new Error(`of ${sent} messages that ticks sent ${ended} have ended, ${ticks} of ${calls} ticks`);
    },
  };
}

type Line = { event?: string; job?: string; jobs?: string[]; body?: string };

function readLine(message: string): Line {
  try {
    return JSON.parse(message) as Line; // because the Worker's own lines are JSON objects
  } catch {
    return {};
  }
}

/** A message of a job, or of the outbox of all, that ended without a line of its own: it hung, or the database was away. */
const isFailedByTick = ({ event, body = '' }: Line) =>
  event === 'message_failed' && /"kind":"job"|"kind":"outbox","tenant":null/.test(body);
