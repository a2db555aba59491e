import { Menu } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { RunRow } from '../../../domain/automatic-actions/contract.ts';
import { runStates } from '../../../domain/automatic-actions/runs.ts';
import { formatDateTime } from '../../../domain/format/date.ts';
import { useGo } from '../../app/address/address.ts';
import { getDays, useListAddress, withoutPage } from '../../app/address/list-address.ts';
import { call } from '../../app/data/api.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { ListTable } from '../../app/layouts/ListTable.tsx';
import { toastError } from '../../app/notices/notify.ts';
import { useTableFile } from '../../app/table-file/use-table-file.ts';
import { type Translate, useTranslation } from '../../i18n.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { confirm } from '../../ui/confirm.ts';
import { EmptyState, FilteredEmpty } from '../../ui/EmptyState.tsx';
import { IconPencil, IconPlayerPlay, IconPlus, IconX } from '../../ui/icons.ts';
import { Notice } from '../../ui/Notice.tsx';
import { DateRangeFilter, useDateRangeChip } from '../../ui/table/DateRangeFilter.tsx';
import type { ActiveFilter, Column, DayRange, RowAction } from '../../ui/table/types.ts';
import { toast } from '../../ui/toast.ts';
import { UiLink } from '../../ui/UiLink.tsx';
import { useListViews } from '../list-views/index.ts';
import { runOptions, runsInput, runsQuery } from './loader.ts';
import { refreshActions, taskQuery } from './queries.ts';
import { actionWords, isOpenRun, reasonWords, runTones } from './run-words.ts';
import { useChangeTask } from './use-change-task.ts';

const taskHref = (id: string) => `/auto_actions?id=${id}`;

/** Why a run is as it is, who started it by hand, and when it is tried again. */
function getCause(run: RunRow, t: Translate, when: (at: string) => string): string {
  const parts = [
    run.reason && reasonWords(run.reason, t),
    run.by && t('actions.runs.by', { name: run.by }),
    isOpenRun(run) && run.attempt > 1 && t('actions.runs.attempt', { count: run.attempt }),
    run.nextTryAt && isOpenRun(run) && t('actions.runs.again', { when: when(run.nextTryAt) }),
  ];
  return parts.filter(Boolean).join(' ') || '–';
}

function useColumns(): Column<RunRow>[] {
  const { t, language } = useTranslation();
  const zone = useZone();
  const when = (at: string) => formatDateTime(language, new Date(at), zone);
  const moment = (at: string | null) => <span className="num">{at ? when(at) : '–'}</span>;
  return [
    {
      id: 'task',
      header: t('actions.column.name'),
      rowHeader: true,
      phone: 'name',
      cell: (run) => (
        <span className="actions-two">
          <UiLink href={taskHref(run.taskId)}>{run.taskName}</UiLink>
          <span className="tiny muted">{actionWords(run.action, t)}</span>
        </span>
      ),
    },
    { id: 'due', header: t('actions.runs.due'), sortable: true, phone: 'fact', cell: (run) => moment(run.dueAt) },
    { id: 'what', header: t('actions.column.what'), cell: (run) => run.targetName ?? '–' },
    {
      id: 'state',
      header: t('actions.column.state'),
      phone: 'status',
      cell: (run) => <Badge tone={runTones[run.state]}>{t(`actions.run.${run.state}`)}</Badge>,
    },
    { id: 'cause', header: t('actions.runs.cause'), phone: 'fact', cell: (run) => getCause(run, t, when) },
    { id: 'started', header: t('actions.runs.started'), muted: true, cell: (run) => moment(run.startedAt) },
    { id: 'ended', header: t('actions.runs.ended'), muted: true, cell: (run) => moment(run.endedAt) },
  ];
}

/** A suspended task among its runs: the error, and what ends it. */
function Suspended({ id }: { id: string }) {
  const { t } = useTranslation();
  const { move } = useChangeTask();
  // No suspense: the runs don't wait for what is said above them.
  const { data } = useQuery({ ...taskQuery(id), gcTime: 60_000 });
  if (data?.state !== 'suspended') return null;
  return (
    <div className="actions-above">
      <Notice
        tone="err"
        live={false}
        title={t('actions.suspended.title')}
        action={
          <Button size="s" icon={IconPlayerPlay} onClick={() => void move('resume', data)}>
            {t('actions.move.resume')}
          </Button>
        }
      >
        {data.reason ? reasonWords(data.reason, t) : t('actions.suspended.failed', { count: data.failures })}
      </Notice>
    </div>
  );
}

/** What ran, was skipped or missed in the last 90 days, and why. */
export function RunsTab() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const go = useGo();
  const list = useListAddress(runOptions);
  const input = runsInput(list);
  const filter = withoutPage(input);
  const { task, state } = filter;
  const columns = useColumns();
  const saved = useListViews({ list: 'automatic-runs', address: list, hidden: ['started', 'ended'] });
  const file = useTableFile((part) => call('GET /api/auth/runs/export', { ...filter, part }), { columns, choice: saved.choice });
  const when = {
    label: t('actions.runs.when'),
    value: getDays(list.values),
    onChange: ({ from, to }: DayRange) => list.refine({ from, to }),
  };
  const whenChip = useDateRangeChip('when', when);
  const cancel = async (run: RunRow) => {
    const agreed = await confirm({
      title: t('actions.cancel.title', { name: run.taskName }),
      text: t('actions.cancel.text'),
      yes: t('actions.cancel.yes'),
      no: t('actions.cancel.no'),
    });
    if (!agreed) return;
    await call('POST /api/auth/runs/{id}/cancel', { id: run.id }).then(() => toast.success(t('actions.done.cancel')), toastError);
    refreshActions(client);
  };
  const getActions = (run: RunRow): RowAction[] => [
    {
      id: 'task',
      label: t('actions.runs.open'),
      icon: IconPencil,
      onClick: () => go(taskHref(run.taskId)),
    },
    ...(isOpenRun(run) ? [{ id: 'cancel', label: t('actions.cancel.yes'), icon: IconX, onClick: () => void cancel(run) }] : []),
  ];
  const named = (answer: RunRow[] | undefined) => answer?.[0]?.taskName ?? t('actions.runs.oneTask');
  const rows = client.getQueryData(runsQuery(input).queryKey)?.items;
  const chips: ActiveFilter[] = [
    ...(task
      ? [{ id: 'task', label: `${t('actions.column.name')}: ${named(rows)}`, onRemove: () => list.refine({ task: undefined }) }]
      : []),
    ...(state
      ? [
          {
            id: 'state',
            label: `${t('actions.column.state')}: ${t(`actions.run.${state}`)}`,
            onRemove: () => list.refine({ state: undefined }),
          },
        ]
      : []),
    ...whenChip,
  ];
  return (
    <>
      {task && <Suspended id={task} />}
      <ListTable
        list={list}
        query={runsQuery(input)}
        caption={t('actions.runs')}
        columns={columns}
        rowId={(run) => run.id}
        rowName={(run) => run.taskName}
        order={{ column: 'due', direction: 'desc' }}
        searchLabel={t('actions.runs.search')}
        file={file}
        saved={saved}
        filters={chips}
        addFilter={
          <>
            {!state && (
              <Menu position="bottom-start" width={220}>
                <Menu.Target>
                  <Button kind="text" size="s" icon={IconPlus}>
                    {t('actions.column.state')}
                  </Button>
                </Menu.Target>
                <Menu.Dropdown>
                  {runStates.map((value) => (
                    <Menu.Item key={value} onClick={() => list.refine({ state: value })}>
                      {t(`actions.run.${value}`)}
                    </Menu.Item>
                  ))}
                </Menu.Dropdown>
              </Menu>
            )}
            {whenChip.length === 0 && <DateRangeFilter {...when} />}
          </>
        }
        rowActions={getActions}
        empty={
          chips.length > 0 || list.search ? (
            <FilteredEmpty filters={[list.search, ...chips.map(({ label }) => label)].filter(Boolean).join(', ')} onClear={list.clear} />
          ) : (
            <EmptyState text={t('actions.runs.empty')} />
          )
        }
      />
    </>
  );
}
