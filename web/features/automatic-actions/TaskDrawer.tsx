import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { TaskFull } from '../../../domain/automatic-actions/contract.ts';
import { Reading } from '../../app/layouts/Reading.tsx';
import { RecordDrawer } from '../../app/layouts/RecordDrawer.tsx';
import { useTranslation } from '../../i18n.ts';
import { Tabs } from '../../ui/Tabs.tsx';
import { taskQuery } from './queries.ts';
import { TaskForm, type TaskFormProps } from './TaskForm.tsx';
import { TaskHistory } from './TaskHistory.tsx';
import { TaskRuns } from './TaskRuns.tsx';
import { TestSteps } from './TestSteps.tsx';
import { type TaskPanel, taskPanels } from './task-panels.ts';

type Own = Pick<TaskFormProps, 'opened' | 'onClose' | 'onRules'>;
type PanelProps = {
  panel: TaskPanel;
  onPanel: (panel: TaskPanel) => void;
  onResume: (task: TaskFull) => Promise<unknown>;
  runsHref: (task: string) => string;
};
type Props = Own & PanelProps & { /** Null adds a task. */ id: string | null };

/** Adds a task, or edits one, with its runs, a test and its history. */
export function TaskDrawer({ id, ...rest }: Props) {
  const { t } = useTranslation();
  const { opened, onClose, onRules } = rest;
  return (
    <RecordDrawer opened={opened} title={t(id === null ? 'actions.new' : 'actions.edit')} gone={t('actions.gone')} onClose={onClose}>
      {id === null ? <TaskForm opened={opened} onClose={onClose} onRules={onRules} /> : <Existing id={id} {...rest} />}
    </RecordDrawer>
  );
}

function Existing({ id, panel, onPanel, onResume, runsHref, ...own }: Own & PanelProps & { id: string }) {
  const { t } = useTranslation();
  const { data, refetch } = useSuspenseQuery(taskQuery(id));
  const parts: Record<Exclude<TaskPanel, 'data'>, ReactNode> = {
    runs: <TaskRuns id={id} href={runsHref(id)} />,
    test: (
      <Reading>
        <TestSteps id={id} action={data.action} />
      </Reading>
    ),
    history: <TaskHistory id={id} />,
  };
  const resume = async () => {
    await onResume(data);
    await refetch();
  };
  return (
    <TaskForm
      {...own}
      record={data}
      elsewhere={panel !== 'data'}
      onRefused={() => onPanel('data')}
      onReload={async () => (await refetch()).data}
      onResume={() => void resume()}
    >
      {(fields) => (
        <Tabs
          label={t('actions.panels')}
          tabs={taskPanels.map((each) => ({ id: each, label: t(`actions.panel.${each}`) }))}
          value={panel}
          onChange={onPanel}
        >
          <div className="drawer-panel">{panel === 'data' ? fields : parts[panel]}</div>
        </Tabs>
      )}
    </TaskForm>
  );
}
