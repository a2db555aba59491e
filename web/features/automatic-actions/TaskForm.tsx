import { type ReactNode, useState } from 'react';
import type { TaskFull } from '../../../domain/automatic-actions/contract.ts';
import { formatDateTime } from '../../../domain/format/date.ts';
import { call } from '../../app/data/api.ts';
import { SaveRefusal } from '../../app/data/SaveRefusal.tsx';
import { useSave } from '../../app/data/use-save.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { useDrawerGuard } from '../../app/shell/drawer-guard.ts';
import { type Translate, useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { DrawerForm } from '../../ui/FormDrawer.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { toast } from '../../ui/toast.ts';
import { refreshActions } from './queries.ts';
import { actionWords, reasonWords } from './run-words.ts';
import { TaskFields } from './TaskFields.tsx';
import { getFields, newDraft, refusedFields, type TaskDraft, toDraft, useTaskForm } from './use-task-form.ts';

export type TaskFormProps = {
  opened: boolean;
  onClose: () => void;
  /** Opens the rules of a capacity, which say what following its shifts means. */
  onRules: (capacity: string) => void;
  record?: TaskFull;
  /** Another tab than that of the fields is open. */
  elsewhere?: boolean;
  onRefused?: () => void;
  onReload?: () => Promise<TaskFull | undefined>;
  onResume?: () => void;
  /** Places the fields. */
  children?: (fields: ReactNode) => ReactNode;
};

/** What a task is called unless a name is typed: "Refresh: Daily sales". */
const suggestedName = (draft: TaskDraft, t: Translate): string => {
  if (draft.type === 'notification') return actionWords(draft.action, t);
  const target = draft.targetKind === 'unit' ? t('actions.target.unit') : draft.target?.name;
  return target ? t('actions.name.of', { action: actionWords(draft.action, t), target }) : actionWords(draft.action, t);
};

/** A task: a new one, or the one that is edited; what is edited counts from its next run on (BEHAVIOUR 1). */
export function TaskForm(props: TaskFormProps) {
  const { opened, onClose: shut, onRules, record, elsewhere = false, onRefused, onReload, onResume, children = (fields) => fields } = props;
  const { t, language } = useTranslation();
  const zone = useZone();
  const [start] = useState(() => (record ? toDraft(record) : newDraft(Date.now())));
  const [follows, setFollows] = useState(false);
  const form = useTaskForm(start, record?.version);
  const { save, busy, problem, clear } = useSave({ fields: refusedFields, refuseAt: form.refuse, refresh: refreshActions });
  const { leave } = useDrawerGuard(opened, form.dirty && !follows);
  const onClose = () => leave(shut);
  const suggested = suggestedName(form.draft, t);
  const when = (at: string) => formatDateTime(language, new Date(at), zone);

  const submit = async () => {
    clear();
    const { draft } = form;
    if (follows) {
      if (draft.target) return leave(() => onRules(draft.target?.id ?? ''));
      return form.refuse('targetId', t('ui.form.required', { name: t('actions.target.capacity') }));
    }
    if (record && !form.dirty) return onClose();
    if (!form.check()) return onRefused?.();
    const done = await save(async () => {
      const fields = getFields(draft, suggested);
      const answer = record
        ? await call('PUT /api/auth/tasks/{id}', { id: record.id, version: form.version, ...fields })
        : await call('POST /api/auth/tasks', { type: draft.type, action: draft.action, ...fields });
      toast.success(t(record ? 'actions.saved' : 'actions.added'), {
        text: answer.nextAt ? t('actions.nextAt', { when: when(answer.nextAt) }) : undefined,
      });
      onClose();
    });
    if (!done) onRefused?.();
  };
  const reload = async () => {
    const fresh = await onReload?.();
    if (fresh) form.rebase(toDraft(fresh), fresh.version);
    clear();
  };
  return (
    <DrawerForm
      title={record ? record.name : t('actions.new')}
      text={record ? t('actions.ownedBy', { name: record.ownerName ?? t('actions.noOwner') }) : undefined}
      dirty={opened && form.dirty && !follows}
      saving={busy}
      readOnly={elsewhere && !form.dirty}
      submitLabel={record ? undefined : t(follows ? 'actions.follow.continue' : 'actions.add')}
      problem={problem && <SaveRefusal refusal={problem} reloadLabel={t('actions.reload')} onReload={reload} />}
      onSubmit={submit}
      onClose={onClose}
    >
      {children(
        <div className="actions-fields">
          {record?.state === 'suspended' && (
            <Notice
              tone="err"
              live={false}
              title={t('actions.suspended.title')}
              action={
                onResume && (
                  <Button size="s" onClick={onResume}>
                    {t('actions.move.resume')}
                  </Button>
                )
              }
            >
              {record.reason ? reasonWords(record.reason, t) : t('actions.suspended.failed', { count: record.failures })}
            </Notice>
          )}
          <TaskFields
            form={form}
            isNew={!record}
            lastSent={record?.lastSentAt ? when(record.lastSentAt) : '–'}
            follows={follows}
            onFollows={setFollows}
            suggested={suggested}
          />
        </div>,
      )}
    </DrawerForm>
  );
}
