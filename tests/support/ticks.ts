import { setTimeout as pause } from 'node:timers/promises';
import type { LogLine } from './runtime.ts';

const patienceMs = 100_000;

/**
 * Follows the work that ticks start, by the log: a tick's line names the jobs it sent messages for, and each message ends with a line; a
 * job that ran sends one more message, for the outbox. Lines name their tick, so that a retried message of an earlier tick isn't taken for
 * one of this tick.
 */
export function followTicks() {
  type Count = { sent: number; ended: number };
  const counts = new Map<string, Count>();
  /** The ticks since all work was last done. */
  const seen = new Set<string>();
  let calls = 0;
  let ticks = 0;
  let isOver = false;
  const of = (at = ''): Count => {
    const count = counts.get(at) ?? { sent: 0, ended: 0 };
    counts.set(at, count);
    return count;
  };
  const isSettled = () => isOver || (ticks >= calls && [...seen].every((at) => of(at).ended >= of(at).sent));
  const forget = () => {
    calls = ticks = 0;
    counts.clear();
    seen.clear();
  };
  return {
    see({ message }: LogLine): void {
      const line = readLine(message);
      if (line.event === 'tick' || line.event === 'tick_failed') ticks += 1;
      if (line.event === 'tick') {
        of(line.at).sent += line.jobs?.length ?? 0;
        seen.add(line.at ?? '');
      }
      if (line.event === 'job' && line.job !== 'deliver-outbox') of(line.at).sent += 1;
      if (/^(job|job_left|job_failed|outbox)$/.test(line.event ?? '')) of(line.at).ended += 1;
      const failed = failedByTick(line);
      if (failed) of(failed.at).ended += 1;
    },
    begin(): void {
      if (isSettled()) forget();
      calls += 1;
    },
    /** The Worker has been stopped: no more lines will come. */
    stop(): void {
      isOver = true;
    },
    /** Resolves when all work started by the ticks so far is done or has failed. */
    async settled(): Promise<void> {
      for (const until = Date.now() + patienceMs; !isSettled(); await pause(5)) {
        if (Date.now() < until) continue;
        const missing = `${ticks} of ${calls} ticks came; their messages: ${JSON.stringify([...counts])}`;
        forget();
        throw new Error(missing);
      }
    },
  };
}

type Line = { event?: string; at?: string; job?: string; jobs?: string[]; body?: string };

function readLine(message: string): Line {
  try {
    return JSON.parse(message) as Line; // because the Worker's own lines are JSON objects
  } catch {
    return {};
  }
}

/** A message of a job or of the outbox that ended without its line: it hung, or the database was unavailable. */
function failedByTick({ event, body = '{}' }: Line): { at?: string } | null {
  if (event !== 'message_failed') return null;
  const message: { kind?: string; tenant?: string | null; at?: string } | null = JSON.parse(body);
  return message?.kind === 'job' || (message?.kind === 'outbox' && message.tenant === null) ? message : null;
}
