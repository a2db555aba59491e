import { buildRecord, getKeys } from '../../../domain/fields/fields.ts';
import { type GroupFacts, type GroupText, textNames } from '../../../domain/report-groups/fields.ts';
import { type GroupVerb, groupVerbs } from '../../../domain/report-groups/whats.ts';
import type { TextKey, TextVars } from '../../i18n.ts';

type Facts = Readonly<Record<string, unknown>>;
export type HistoryLine = { key: TextKey; vars?: TextVars };

type Action = GroupVerb | 'other';

/** The user's action, from the name of an audit row such as `group.edit`. */
export function getAction(what: string): Action {
  const verb = what.split('.').at(-1);
  return groupVerbs.find((action) => action === verb) ?? 'other';
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const both = (before: unknown, after: unknown) => ({ before: text(before), after: text(after) });

type Line = (before: unknown, after: unknown) => HistoryLine | null;
const textLine =
  (name: GroupText): Line =>
  (before, after): HistoryLine => {
    if (!before) return { key: `groups.history.${name}Added`, vars: { after: text(after) } };
    if (!after) return { key: `groups.history.${name}Removed`, vars: { before: text(before) } };
    return { key: `groups.history.${name}`, vars: both(before, after) };
  };

/** Describes an edit in sentences; leaves out unchanged and unrecorded facts. */
export function historyLines(before: Facts, after: Facts): HistoryLine[] {
  const lines: Record<keyof GroupFacts, Line> = {
    group: (...values) => ({ key: 'groups.history.group', vars: both(...values) }),
    name: (...values) => ({ key: 'groups.history.name', vars: both(...values) }),
    ...buildRecord(textNames, textLine),
    audience: (_, now) => ({ key: now === 'chosen' ? 'groups.history.narrowed' : 'groups.history.widened' }),
    viewers: (was, now) =>
      after.audience === 'chosen' ? { key: 'groups.history.viewers', vars: { before: Number(was), after: Number(now) } } : null,
  };
  const differs = (field: string) => field in before && field in after && before[field] !== after[field];
  return getKeys(lines).flatMap((field) => (differs(field) ? (lines[field](before[field], after[field]) ?? []) : []));
}
