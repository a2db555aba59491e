import { isOn, toFlag } from '../contract/flag.ts';
import type { Refusal } from '../errors/refusal.ts';
import { buildRecord, pick } from '../fields/fields.ts';
import { recordedInstant } from '../fields/recorded-instant.ts';
import type { WindowEdit, WindowTexts } from './contract.ts';
import { omissible, type WindowField, type WindowFlag, windowFields, windowFlags } from './fields.ts';
import { mayDo, stateOfWindow, timesProblem, type WindowTarget } from './window.ts';

/** The stored window, with instants as the database writes them. */
export type StoredWindow = Record<WindowFlag, boolean> & {
  version: number;
  target: WindowTarget;
  title: string;
  text: string;
  texts: WindowTexts;
  startsAt: string;
  endsAt: string;
  announceHours: number;
  extended: boolean;
  cancelledAt: string | null;
};
type WindowFacts = Pick<StoredWindow, WindowField>;
export type WindowPlan = {
  row: Pick<StoredWindow, WindowField | 'version' | 'extended'>;
  /** Whether its times change, so that people are notified, and whether a running window ends later. */
  moved: boolean;
  longer: boolean;
  change: { before: WindowFacts; after: WindowFacts };
};

/** Refuses invalid times of a window, at the field. */
export function refuseTimes(startsAt: number, endsAt: number, now: number, isNew: boolean): Refusal | null {
  const problem = timesProblem(startsAt, endsAt, now, isNew);
  return problem && { refused: 'window_times', field: problem.field, vars: { reason: problem.reason } };
}

/** The request with what it omits as it is stored. */
const completed = (asked: WindowEdit, stored: StoredWindow) => ({
  ...pick(stored, omissible),
  ...buildRecord(windowFlags, (name) => toFlag(stored[name])),
  ...asked,
});

/** Before the start everything may change; afterwards only the texts and the end, which is how a window is extended. */
export function decideEdit(input: WindowEdit, stored: StoredWindow, now: number): WindowPlan | Refusal {
  const asked = completed(input, stored);
  if (stored.version !== asked.version) return { refused: 'changed_meanwhile' };
  const [wasStart, wasEnd] = [Date.parse(stored.startsAt), Date.parse(stored.endsAt)];
  const cancelledAt = stored.cancelledAt ? Date.parse(stored.cancelledAt) : null;
  const { announceHours, extended } = stored;
  const state = stateOfWindow({ startsAt: wasStart, endsAt: wasEnd, announceHours, extended, cancelledAt }, now);
  const running = mayDo(state, 'extend');
  if (!running && !mayDo(state, 'edit')) return { refused: 'window_over' };
  const start = running ? wasStart : Date.parse(asked.startsAt);
  const end = Date.parse(asked.endsAt);
  const refusal = refuseTimes(start, end, now, !running && start !== wasStart);
  if (refusal) return refusal;
  const longer = running && end > wasEnd;
  // An unchanged instant keeps the database's microseconds.
  const startsAt = start === wasStart ? stored.startsAt : new Date(start).toISOString();
  const endsAt = end === wasEnd ? stored.endsAt : new Date(end).toISOString();
  const { title, text, texts } = asked;
  const blocks = isOn(asked.blocks);
  const fields = {
    ...{ title, text, texts, startsAt, endsAt, blocks },
    exceptAdmin: isOn(asked.exceptAdmin),
    announceHours: running ? announceHours : asked.announceHours,
    loginNotice: isOn(asked.loginNotice) && stored.target === 'unit',
    pausesCapacity: isOn(asked.pausesCapacity) && blocks,
  };
  return {
    row: { ...fields, version: stored.version + 1, extended: extended || longer },
    moved: start !== wasStart || end !== wasEnd,
    longer,
    change: { before: getFacts(stored), after: getFacts(fields) },
  };
}

/** A window as its record keeps it: instants as the database writes them into jsonb. */
const getFacts = (fields: WindowFacts): WindowFacts => ({
  ...pick(fields, windowFields),
  startsAt: recordedInstant(fields.startsAt),
  endsAt: recordedInstant(fields.endsAt),
});
