import { useState } from 'react';
import { isOpen } from '../../../domain/notices/state.ts';
import { call } from '../../app/data/api.ts';
import { useSave } from '../../app/data/use-save.ts';
import { useDrawerGuard } from '../../app/shell/drawer-guard.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { DrawerForm } from '../../ui/FormDrawer.tsx';
import { toast } from '../../ui/toast.ts';
import { NoticeFields } from './NoticeFields.tsx';
import { getFields, type NoticeRow, newDraft, toDraft } from './notice-draft.ts';
import { refreshNotices } from './queries.ts';
import { type NoticeField, useNoticeForm } from './use-notice-form.ts';

export type NoticeFormProps = {
  /** The notice that is edited. */
  record?: NoticeRow;
  onReload?: () => Promise<NoticeRow | undefined>;
  opened: boolean;
  onClose: () => void;
};

const fieldNames: readonly NoticeField[] = ['title', 'body', 'texts', 'audience', 'startsAt', 'endsAt'];

/** Texts, place, audience and times of a notice: a new one, or the one that is edited. */
export function NoticeForm({ record, onReload, opened, onClose: shut }: NoticeFormProps) {
  const { t } = useTranslation();
  const [start] = useState(() => (record ? toDraft(record) : newDraft(Date.now())));
  const form = useNoticeForm(start, record?.version);
  const { save, busy, problem, clear } = useSave({ fields: fieldNames, refuseAt: form.refuse, refresh: refreshNotices });
  const { leave } = useDrawerGuard(opened, form.dirty);
  const onClose = () => leave(shut);
  const over = record !== undefined && !isOpen(record.state);

  const send = async () => {
    const { draft, version } = form;
    const fields = getFields(draft);
    if (record) {
      const startsAt = draft.startsAt ? { startsAt: draft.startsAt } : {};
      await call('PUT /api/auth/notices/{id}', { id: record.id, version, ...startsAt, ...fields });
      return toast.success(t('notices.saved'));
    }
    await call('POST /api/auth/notices', { startsAt: draft.when === 'now' ? null : draft.startsAt, ...fields });
    toast.success(t(draft.when === 'now' ? 'notices.posted' : 'notices.planned'));
  };
  const submit = async () => {
    clear();
    if (over || !form.check()) return;
    await save(async () => {
      await send();
      onClose();
    });
  };
  const reload = async () => {
    const fresh = await onReload?.();
    if (fresh) form.load(toDraft(fresh), fresh.version);
    clear();
  };
  return (
    <DrawerForm
      title={t(record ? (over ? 'notices.view' : 'notices.edit') : 'notices.new')}
      dirty={opened && form.dirty}
      saving={busy}
      readOnly={over}
      submitLabel={record ? undefined : t(form.draft.when === 'now' ? 'notices.postNow' : 'notices.plan')}
      problem={
        problem && (
          <>
            {problem.text}{' '}
            {problem.changed && (
              <Button size="s" onClick={() => void reload()}>
                {t('notices.reload')}
              </Button>
            )}
          </>
        )
      }
      onSubmit={submit}
      onClose={onClose}
    >
      {over && <p className="muted">{t('notices.overHelp')}</p>}
      <div inert={over} className="notice-fields">
        <NoticeFields form={form} isNew={!record} isShown={record?.state === 'shown'} />
      </div>
    </DrawerForm>
  );
}
