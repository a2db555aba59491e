import type { TextKey, TextVars } from '../../app/i18n.ts';

type Facts = Readonly<Record<string, unknown>>;
export type HistoryLine = { key: TextKey; vars?: TextVars };

const actions = ['add', 'edit', 'show', 'hide', 'delete', 'restore', 'order'] as const;
type Action = (typeof actions)[number] | 'other';

/** What somebody did, from the name of an audit row such as `group.edit`. */
export function actionOf(what: string): Action {
  const verb = what.split('.').at(-1);
  return actions.find((action) => action === verb) ?? 'other';
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

function descriptionLine(before: string, after: string): HistoryLine {
  if (!before) return { key: 'groups.history.descriptionAdded', vars: { after } };
  if (!after) return { key: 'groups.history.descriptionRemoved', vars: { before } };
  return { key: 'groups.history.description', vars: { before, after } };
}

/** Says in sentences what an edit has changed; what stayed the same is not told, and neither are facts that were not recorded. */
export function historyLines(before: Facts, after: Facts): HistoryLine[] {
  const lines: HistoryLine[] = [];
  const differs = (field: string) => field in before && field in after && before[field] !== after[field];
  const both = (field: string) => ({ before: text(before[field]), after: text(after[field]) });
  if (differs('group')) lines.push({ key: 'groups.history.group', vars: both('group') });
  if (differs('name')) lines.push({ key: 'groups.history.name', vars: both('name') });
  if (differs('description')) lines.push(descriptionLine(text(before.description), text(after.description)));
  if (differs('audience')) lines.push({ key: after.audience === 'chosen' ? 'groups.history.narrowed' : 'groups.history.widened' });
  if (differs('viewers') && after.audience === 'chosen') {
    lines.push({ key: 'groups.history.viewers', vars: { before: Number(before.viewers), after: Number(after.viewers) } });
  }
  return lines;
}
