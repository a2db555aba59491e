import { lazy } from 'react';
import { changedSearch, stringifySearch, useSetSearch } from '../../app/address/address.ts';
import { type Crumb, useBreadcrumb } from '../../app/address/breadcrumb.ts';
import { useDrawerTarget } from '../../app/address/drawer-target.ts';
import { useListAddress } from '../../app/address/list-address.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { Reading } from '../../app/layouts/Reading.tsx';
import { Part } from '../../app/shell/Part.tsx';
import { useTranslation } from '../../i18n.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { IconArrowLeft, IconCalendar, IconHistory, IconPlus } from '../../ui/icons.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Skeleton } from '../../ui/Skeletons.tsx';
import { getTab, taskOptions } from './loader.ts';
import { RunsTab } from './RunsTab.tsx';
import { TaskList } from './TaskList.tsx';
import { type TaskPanel, taskPanels } from './task-panels.ts';
import { useChangeTask } from './use-change-task.ts';
import { zoneCity } from './zone-city.ts';
import './automatic-actions.css';

const TaskDrawer = lazy(() => import('./TaskDrawer.tsx').then((module) => ({ default: module.TaskDrawer })));
const RulesDrawer = lazy(() => import('./RulesDrawer.tsx').then((module) => ({ default: module.RulesDrawer })));
const WeekPart = lazy(() => import('./shifts/WeekPart.tsx').then((module) => ({ default: module.WeekPart })));

const WeekSkeleton = () => (
  <div className="actions-week-waits">
    <Skeleton height={320} radius={12} />
  </div>
);

/** The week of shifts, whose code and data come beside the tasks. */
function Week({ full }: { full: boolean }) {
  return (
    <Part>
      <Reading waiting={() => <WeekSkeleton />}>
        <WeekPart full={full} />
      </Reading>
    </Part>
  );
}

/** What the portal does by itself: tasks above the week of shifts, the week alone, or the runs (picture 10). */
export function ActionsPage() {
  const { t, language } = useTranslation();
  const zone = useZone();
  const list = useListAddress(taskOptions);
  const change = useSetSearch();
  const { move } = useChangeTask();
  const { values } = list;
  const tab = getTab(values.tab);
  const { shown, opened } = useDrawerTarget(tab === 'tasks' ? values : {});
  const rules = useDrawerTarget({ id: tab === 'tasks' ? values.rules : undefined });
  const title = t('actions.title');
  const own = '/auto_actions';
  const crumbs: Crumb[] = [{ label: t('actions.crumb') }];
  useBreadcrumb(
    tab === 'tasks' ? [...crumbs, { label: title }] : [...crumbs, { label: title, href: own }, { label: t(`actions.tab.${tab}`) }],
  );
  const hrefWith = (params: Record<string, string | undefined>) => `${own}${changedSearch(stringifySearch(values), params)}`;
  const getHref = (next: 'shifts' | 'runs', more = '') => `${own}?tab=${next}${more}`;
  const create = () => change({ new: '1', id: undefined, rules: undefined, panel: undefined });
  const none = { id: undefined, new: undefined, rules: undefined, panel: undefined };
  const city = zoneCity(zone, language);
  if (tab !== 'tasks')
    return (
      <div className="page">
        <PageHeader
          title={t(`actions.tab.${tab}`)}
          text={t(`actions.tab.${tab}Text`, { zone: city })}
          actions={
            <ButtonLink href={own} icon={IconArrowLeft}>
              {title}
            </ButtonLink>
          }
        />
        {tab === 'runs' ? <RunsTab /> : <Week full />}
      </div>
    );
  return (
    <div className="page">
      <PageHeader
        title={title}
        text={t('actions.text', { zone: city })}
        actions={
          <>
            <ButtonLink href={getHref('shifts')} icon={IconCalendar}>
              {t('actions.tab.shifts')}
            </ButtonLink>
            <ButtonLink href={getHref('runs')} icon={IconHistory}>
              {t('actions.runs')}
            </ButtonLink>
            <Button kind="primary" icon={IconPlus} onClick={create}>
              {t('actions.new')}
            </Button>
          </>
        }
      />
      <TaskList list={list} hrefWith={hrefWith} onCreate={create} />
      <Week full={false} />
      {shown && (
        <Part>
          <TaskDrawer
            key={shown.opening}
            id={shown.id}
            opened={opened}
            panel={taskPanels.find((each) => each === values.panel) ?? 'data'}
            onPanel={(panel: TaskPanel) => change({ panel: panel === 'data' ? undefined : panel }, { replace: true })}
            onResume={(task) => move('resume', task)}
            onRules={(capacity) => change({ ...none, rules: capacity })}
            runsHref={(task) => getHref('runs', `&task=${task}`)}
            onClose={() => change(none)}
          />
        </Part>
      )}
      {rules.shown?.id && (
        <Part>
          <RulesDrawer key={rules.shown.opening} id={rules.shown.id} opened={rules.opened} onClose={() => change(none)} />
        </Part>
      )}
    </div>
  );
}
