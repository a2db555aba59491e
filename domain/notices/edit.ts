import { isOn, toFlag } from '../contract/flag.ts';
import type { Refusal } from '../errors/refusal.ts';
import { changes } from '../fields/changes.ts';
import { buildRecord, pick } from '../fields/fields.ts';
import { recordedInstant } from '../fields/recorded-instant.ts';
import type { NewNotice, NoticeEdit } from './contract.ts';
import { type NoticeAudience, type NoticeField, type NoticeFlag, noticeFields, noticeFlags, type Severity } from './fields.ts';
import { noticeLimits } from './limits.ts';
import { isOpen, stateOfNotice } from './state.ts';
import { getBody, type NoticeTexts, type NoticeWords, storedTexts, storedWords } from './texts.ts';

type Kind = 'platform' | 'partner' | 'unit';

/** What a notice is stored as, but for its id; instants as the database writes them, or as `toISOString` does. */
export type NoticeFacts = NoticeWords &
  Record<NoticeFlag, boolean> & {
    texts: NoticeTexts;
    severity: Severity;
    audience: NoticeAudience;
    startsAt: string;
    endsAt: string | null;
  };
export type StoredNotice = NoticeFacts & { version: number; withdrawnAt: string | null };

/** Times as asked for: an end after the start, and a new end in the future. */
function timesProblem(startsAt: number, endsAt: number | null, now: number, isNewEnd: boolean): Refusal | null {
  if (endsAt === null) return null;
  if (endsAt <= startsAt) return { refused: 'notice_times', field: 'endsAt', vars: { reason: 'order' } };
  if (isNewEnd && endsAt <= now) return { refused: 'notice_times', field: 'endsAt', vars: { reason: 'past' } };
  return null;
}

/**
 * What goes together: the sign-in page is public, so no one answers there and it has no audience; groups exist in the own tenant only, and
 * nothing is below a unit; what must be acknowledged can't be dismissed.
 */
function settled<Facts extends Omit<NoticeFacts, 'startsAt' | 'endsAt'>>(facts: Facts, kind: Kind): Facts {
  const { atLogin, mustAcknowledge } = facts;
  const audience: NoticeAudience = atLogin ? { type: 'all' } : facts.audience;
  return {
    ...facts,
    audience,
    audienceBelow: facts.audienceBelow && kind !== 'unit' && audience.type !== 'groups',
    mustAcknowledge: mustAcknowledge && !atLogin,
    dismissible: facts.dismissible && !atLogin && !mustAcknowledge,
  };
}

/** A notice as its record keeps it: without the plain text, instants as the database writes them into jsonb. */
function recorded(facts: NoticeFacts): Record<NoticeField, unknown> {
  const { startsAt, endsAt } = facts;
  return { ...pick(facts, noticeFields), startsAt: recordedInstant(startsAt), endsAt: endsAt && recordedInstant(endsAt) };
}

type Added = { row: NoticeFacts; change: { after: Record<NoticeField, unknown> } };

export function decideAdd(asked: NewNotice, open: number, kind: Kind, now: number): Added | Refusal {
  if (open >= noticeLimits.open) return { refused: 'notice_limit', vars: { limit: noticeLimits.open } };
  const start = asked.startsAt ? Date.parse(asked.startsAt) : now;
  const end = asked.endsAt === null ? null : Date.parse(asked.endsAt);
  const problem = timesProblem(start, end, now, true);
  if (problem) return problem;
  const { severity, audience } = asked;
  const row = settled(
    {
      ...storedWords(asked),
      ...{ texts: storedTexts(asked.texts), severity, audience },
      ...buildRecord(noticeFlags, (name) => isOn(asked[name])),
      startsAt: new Date(start).toISOString(),
      endsAt: end === null ? null : new Date(end).toISOString(),
    },
    kind,
  );
  return { row, change: { after: recorded(row) } };
}

type Edited = { row: NoticeFacts & { version: number }; change: ReturnType<typeof changes> };

/** What is over or withdrawn stays as people saw it; of a shown notice the start stays. */
export function decideEdit(input: NoticeEdit, stored: StoredNotice, kind: Kind, now: number): Edited | Refusal {
  if (stored.version !== input.version) return { refused: 'changed_meanwhile' };
  const [wasStart, wasEnd] = [Date.parse(stored.startsAt), stored.endsAt === null ? null : Date.parse(stored.endsAt)];
  const state = stateOfNotice({ startsAt: wasStart, endsAt: wasEnd, withdrawnAt: stored.withdrawnAt ? 0 : null }, now);
  if (!isOpen(state)) return { refused: 'notice_over' };
  const start = state === 'planned' && input.startsAt !== undefined ? Date.parse(input.startsAt) : wasStart;
  const end = input.endsAt === undefined ? wasEnd : input.endsAt === null ? null : Date.parse(input.endsAt);
  const problem = timesProblem(start, end, now, end !== wasEnd);
  if (problem) return problem;
  const flags = { ...buildRecord(noticeFlags, (name) => toFlag(stored[name])), ...given(input) };
  const facts = settled(
    {
      ...storedWords({ title: input.title, body: input.body }),
      texts: input.texts ? storedTexts(input.texts) : stored.texts,
      severity: input.severity ?? stored.severity,
      audience: input.audience ?? stored.audience,
      ...buildRecord(noticeFlags, (name) => isOn(flags[name])),
      // An unchanged instant keeps the database's microseconds.
      startsAt: start === wasStart ? stored.startsAt : new Date(start).toISOString(),
      endsAt: end === wasEnd ? stored.endsAt : end === null ? null : new Date(end).toISOString(),
    },
    kind,
  );
  return {
    row: { ...facts, version: stored.version + 1 },
    change: changes(recorded({ ...stored, body: getBody(stored) }), recorded(facts)),
  };
}

/** The flags that the request has. */
const given = (input: NoticeEdit): Partial<Pick<NoticeEdit, NoticeFlag>> =>
  Object.fromEntries(noticeFlags.flatMap((name) => (input[name] === undefined ? [] : [[name, input[name]]])));
