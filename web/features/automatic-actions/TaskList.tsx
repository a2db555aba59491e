import { Menu } from '@mantine/core';
import type { taskSorts } from '../../../domain/automatic-actions/sorts.ts';
import { offeredTypes, taskStates } from '../../../domain/automatic-actions/task.ts';
import { useGo } from '../../app/address/address.ts';
import type { ListAddress } from '../../app/address/list-address.ts';
import { withoutPage } from '../../app/address/list-address.ts';
import { call } from '../../app/data/api.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { ListTable } from '../../app/layouts/ListTable.tsx';
import { useWho } from '../../app/session/session.ts';
import { useTableFile } from '../../app/table-file/use-table-file.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { EmptyState, FilteredEmpty } from '../../ui/EmptyState.tsx';
import {
  IconBolt,
  IconCalendarPlus,
  IconCopyPlus,
  IconGauge,
  IconHistory,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlus,
  IconTestPipe,
  IconTrash,
  IconUserCheck,
} from '../../ui/icons.ts';
import type { ActiveFilter, RowAction } from '../../ui/table/types.ts';
import { ListViews, useListViews } from '../list-views/index.ts';
import { type ActionRow, tasksInput, tasksQuery } from './loader.ts';
import { taskColumns } from './task-columns.tsx';
import { useChangeTask } from './use-change-task.ts';

type Choice<Value extends string> = { label: string; values: readonly Value[]; getName: (value: Value) => string };

/** Adds a filter by one of a few values. */
function AddFilter<Value extends string>({ label, values, getName, onChoose }: Choice<Value> & { onChoose: (value: Value) => void }) {
  return (
    <Menu position="bottom-start" width={220}>
      <Menu.Target>
        <Button kind="text" size="s" icon={IconPlus}>
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {values.map((value) => (
          <Menu.Item key={value} onClick={() => onChoose(value)}>
            {getName(value)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

type Props = {
  list: ListAddress<(typeof taskSorts)[number]>;
  hrefWith: (params: Record<string, string | undefined>) => string;
  onCreate: () => void;
};

/** The tasks, after the capacities that follow their shifts (picture 10). */
export function TaskList({ list, hrefWith, onCreate }: Props) {
  const { t, language } = useTranslation();
  const zone = useZone();
  const go = useGo();
  const who = useWho();
  const { move, run, duplicate, remove } = useChangeTask();
  const input = tasksInput(list);
  const filter = withoutPage(input);
  const { type, state } = filter;
  const saved = useListViews({ list: 'automatic-actions', address: list, hidden: ['action', 'owner', 'lastSent', 'ends'] });
  const toParams = (row: ActionRow) => (row.kind === 'task' ? { id: row.id } : { rules: row.capacity.id });
  const columns = taskColumns({ t, language, zone, now: new Date(), getHref: (row) => hrefWith(toParams(row)) });
  const file = useTableFile((part) => call('GET /api/auth/tasks/export', { ...filter, part }), { columns, choice: saved.choice });
  const open = (row: ActionRow, panel?: string) =>
    list.change({ id: undefined, new: undefined, rules: undefined, panel, ...toParams(row) });
  const toRuns = (task: string) => go(`/auto_actions?tab=runs&task=${task}`);
  const getActions = (row: ActionRow): RowAction[] => {
    if (row.kind === 'rules')
      return [
        { id: 'rules', label: t('actions.menu.rules'), icon: IconPencil, onClick: () => open(row) },
        {
          id: 'capacity',
          label: t('actions.menu.capacity'),
          icon: IconGauge,
          onClick: () => go(`/powerbi/resources?id=${row.capacity.id}`),
        },
      ];
    const { task } = row;
    const isMine = task.ownerId !== null && task.ownerId === who?.user.id;
    const rests = task.state === 'paused' || task.state === 'suspended';
    return [
      { id: 'edit', label: t('actions.menu.edit'), icon: IconPencil, onClick: () => open(row) },
      ...(task.state === 'ended'
        ? []
        : [{ id: 'run', label: t('actions.menu.run'), icon: IconBolt, onClick: () => void run(task, () => toRuns(task.id)) }]),
      { id: 'test', label: t('actions.menu.test'), icon: IconTestPipe, onClick: () => open(row, 'test') },
      { id: 'runs', label: t('actions.menu.runs'), icon: IconHistory, onClick: () => toRuns(task.id) },
      ...(rests ? [{ id: 'resume', label: t('actions.move.resume'), icon: IconPlayerPlay, onClick: () => void move('resume', task) }] : []),
      ...(task.state === 'active'
        ? [{ id: 'pause', label: t('actions.move.pause'), icon: IconPlayerPause, onClick: () => void move('pause', task) }]
        : []),
      {
        id: 'duplicate',
        label: t('actions.menu.duplicate'),
        icon: IconCopyPlus,
        onClick: () => void duplicate(task, (copy) => list.change({ id: copy, new: undefined, rules: undefined, panel: undefined })),
      },
      ...(isMine
        ? []
        : [{ id: 'takeover', label: t('actions.move.takeover'), icon: IconUserCheck, onClick: () => void move('takeover', task) }]),
      { id: 'extend', label: t('actions.move.extend'), icon: IconCalendarPlus, onClick: () => void move('extend', task) },
      { id: 'delete', label: t('actions.menu.delete'), icon: IconTrash, danger: true, onClick: () => void remove(task) },
    ];
  };
  const chips: ActiveFilter[] = [
    ...(state
      ? [
          {
            id: 'state',
            label: `${t('actions.column.state')}: ${t(`actions.state.${state}`)}`,
            onRemove: () => list.refine({ state: undefined }),
          },
        ]
      : []),
  ];
  return (
    <ListTable
      list={list}
      query={tasksQuery(input)}
      caption={t('actions.title')}
      columns={columns}
      rowId={(row) => row.id}
      rowName={(row) => (row.kind === 'task' ? row.task.name : `${t('actions.rules.name')}, ${row.capacity.name}`)}
      searchLabel={t('actions.search')}
      file={file}
      saved={saved}
      above={() => (
        <ListViews saved={saved} label={t('actions.views')}>
          {[undefined, ...offeredTypes].map((each) => (
            <Chip
              key={each ?? 'all'}
              href={hrefWith({ type: each, page: undefined, saved: undefined })}
              on={each === type && !saved.current}
            >
              {t(each ? `actions.type.${each}` : 'actions.type.all')}
            </Chip>
          ))}
        </ListViews>
      )}
      filters={chips}
      addFilter={
        !state && (
          <AddFilter
            label={t('actions.column.state')}
            values={taskStates}
            getName={(value) => t(`actions.state.${value}`)}
            onChoose={(value) => list.refine({ state: value })}
          />
        )
      }
      rowActions={getActions}
      onOpen={(row) => open(row)}
      onCreate={onCreate}
      empty={
        type || chips.length > 0 || list.search ? (
          <FilteredEmpty
            filters={[list.search, type && t(`actions.type.${type}`), ...chips.map(({ label }) => label)].filter(Boolean).join(', ')}
            onClear={list.clear}
          />
        ) : (
          <EmptyState
            text={t('actions.empty')}
            action={
              <Button kind="primary" icon={IconPlus} onClick={onCreate}>
                {t('actions.new')}
              </Button>
            }
          />
        )
      }
    />
  );
}
