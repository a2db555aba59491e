import type { ReactNode } from 'react';
import type { TaskRow } from '../../../domain/automatic-actions/contract.ts';
import type { OfferedType } from '../../../domain/automatic-actions/task.ts';
import { formatDateTime } from '../../../domain/format/date.ts';
import { formatMoment, formatWhen } from '../../../domain/format/relative.ts';
import type { Language } from '../../../domain/session/languages.ts';
import type { Translate } from '../../i18n.ts';
import { Badge, type Tone } from '../../ui/Badge.tsx';
import { type Icon, IconDatabase, IconGauge, IconSpeakerphone, IconTool } from '../../ui/icons.ts';
import type { Column } from '../../ui/table/types.ts';
import { UiLink } from '../../ui/UiLink.tsx';
import type { ActionRow } from './loader.ts';
import { actionWords, isPartial, reasonWords } from './run-words.ts';
import { whenWords } from './when-words.ts';

const icons: Record<OfferedType, Icon> = {
  capacity: IconGauge,
  dataset: IconDatabase,
  maintenance: IconTool,
  notification: IconSpeakerphone,
};
const tones: Record<TaskRow['state'], Tone> = { active: 'ok', paused: 'neutral', suspended: 'err', ended: 'neutral' };
type RulesRow = Extract<ActionRow, { kind: 'rules' }>['capacity'];

type Words = { t: Translate; language: Language; zone: string; now: Date; getHref: (row: ActionRow) => string };

function Name({ row, words: { t, getHref } }: { row: ActionRow; words: Words }) {
  const type = row.kind === 'task' ? row.task.type : 'capacity';
  const Glyph = icons[type];
  return (
    <span className="actions-name">
      <Glyph size={18} stroke={1.75} aria-hidden="true" />
      <span>
        <UiLink href={getHref(row)}>{row.kind === 'task' ? row.task.name : t('actions.rules.name')}</UiLink>
        <span className="tiny muted">{t(`actions.type.${type}`)}</span>
      </span>
    </span>
  );
}

const targetWords = (task: TaskRow, t: Translate): string => {
  if (task.type === 'notification') return t('actions.type.notification');
  if (task.targetKind === 'unit') return t('actions.target.unit');
  return task.targetName ?? t('actions.target.gone');
};

function lastWords({ lastRun, state, failures }: TaskRow, { t, language, zone, now }: Words): string {
  if (state === 'suspended' && failures > 0) return t('actions.last.failed', { count: failures });
  if (!lastRun) return '–';
  const when = formatWhen(language, new Date(lastRun.dueAt), now, zone);
  if (lastRun.state === 'succeeded') return when;
  return t('actions.last.state', { when, state: t(`actions.run.${lastRun.state}`).toLocaleLowerCase(language) });
}

function nextWords({ nextAt, state }: TaskRow, { t, language, zone, now }: Words): string {
  if (state === 'suspended') return t('actions.next.resume');
  return nextAt && state === 'active' ? formatMoment(language, new Date(nextAt), now, zone) : '–';
}

const getState = (capacity: RulesRow, t: Translate) =>
  t('actions.rules.now', { state: t(`actions.capacity.${capacity.state}`).toLocaleLowerCase() });

function rulesNext({ reasonUntil }: RulesRow, { language, zone, now }: Words): string {
  return reasonUntil ? formatMoment(language, new Date(reasonUntil), now, zone) : '–';
}

function State({ row, t }: { row: ActionRow; t: Translate }) {
  if (row.kind === 'rules') {
    const { problem } = row.capacity;
    return <Badge tone={problem ? 'err' : 'ok'}>{t(problem ? 'actions.rules.problem' : 'actions.state.active')}</Badge>;
  }
  if (isPartial(row.task)) return <Badge tone="warn">{t('actions.state.partial')}</Badge>;
  const { state, reason } = row.task;
  return (
    <span data-tip={state === 'suspended' && reason ? reasonWords(reason, t) : undefined}>
      <Badge tone={tones[state]}>{t(`actions.state.${state}`)}</Badge>
    </span>
  );
}

/** The columns of automatic actions; a capacity that follows its shifts has no trigger of its own. */
export function taskColumns(words: Words): Column<ActionRow>[] {
  const { t, language, zone } = words;
  const exact = (at: string | null) => (at ? formatDateTime(language, new Date(at), zone) : undefined);
  const ofTask =
    (task: (row: TaskRow) => ReactNode, rules: (row: RulesRow) => ReactNode) =>
    (row: ActionRow): ReactNode =>
      row.kind === 'task' ? task(row.task) : rules(row.capacity);
  const moment = (text: string, at: string | null) => (
    <span className="num" data-tip={exact(at)}>
      {text}
    </span>
  );
  return [
    {
      id: 'name',
      header: t('actions.column.name'),
      rowHeader: true,
      sortable: true,
      phone: 'name',
      cell: (row) => <Name row={row} words={words} />,
    },
    {
      id: 'when',
      header: t('actions.column.when'),
      phone: 'fact',
      cell: ofTask(
        (task) => whenWords(task.triggers, t, language, task.zone),
        () => t('actions.action.follow'),
      ),
    },
    {
      id: 'what',
      header: t('actions.column.what'),
      phone: 'fact',
      cell: ofTask(
        (task) => targetWords(task, t),
        ({ name }) => name,
      ),
    },
    {
      id: 'last',
      header: t('actions.column.last'),
      sortable: true,
      muted: true,
      cell: ofTask(
        (task) => moment(lastWords(task, words), task.lastRun?.dueAt ?? null),
        (capacity) => moment(getState(capacity, t), capacity.since),
      ),
    },
    {
      id: 'next',
      header: t('actions.column.next'),
      sortable: true,
      muted: true,
      cell: ofTask(
        (task) => moment(nextWords(task, words), task.nextAt),
        (capacity) => moment(rulesNext(capacity, words), capacity.reasonUntil),
      ),
    },
    { id: 'state', header: t('actions.column.state'), phone: 'status', cell: (row) => <State row={row} t={t} /> },
    {
      id: 'action',
      header: t('actions.field.action'),
      muted: true,
      cell: ofTask(
        (task) => actionWords(task.action, t),
        () => t('actions.action.follow'),
      ),
    },
    {
      id: 'owner',
      header: t('actions.column.owner'),
      muted: true,
      cell: ofTask(
        (task) => task.ownerName ?? t('actions.noOwner'),
        () => '–',
      ),
    },
    {
      id: 'lastSent',
      header: t('actions.column.lastSent'),
      muted: true,
      cell: ofTask(
        (task) => moment(exact(task.lastSentAt) ?? '–', null),
        () => '–',
      ),
    },
    {
      id: 'ends',
      header: t('actions.field.endsAt'),
      sortable: true,
      muted: true,
      cell: ofTask(
        (task) => moment(exact(task.endsAt) ?? '–', null),
        () => '–',
      ),
    },
  ];
}
