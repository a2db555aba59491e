import { useState } from 'react';
import { maxCounted, maxPlanned, mayDo, type WindowTarget } from '../../../domain/maintenance/window.ts';
import { call } from '../../app/data/api.ts';
import { useSave } from '../../app/data/use-save.ts';
import { useDrawerGuard } from '../../app/shell/drawer-guard.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { DrawerForm } from '../../ui/FormDrawer.tsx';
import { toast } from '../../ui/toast.ts';
import { refreshWindows, type WindowRow } from './queries.ts';
import { getFields, type Named, newDraft, toDraft, useWindowForm, type WindowField } from './use-window-form.ts';
import { WindowFields } from './WindowFields.tsx';

export type WindowFormProps = {
  /** The window that is edited. */
  record?: WindowRow;
  /** The target of a new window, where the page it is opened from determines it. */
  about?: { target: WindowTarget; items: readonly Named[] };
  onReload?: () => Promise<WindowRow | undefined>;
  opened: boolean;
  onClose: () => void;
};

const fieldNames: readonly WindowField[] = ['targetIds', 'startsAt', 'endsAt', 'title'];

/** Start, required end, texts and behaviour of a window: a new one, or the one that is edited. */
export function WindowForm({ record, about, onReload, opened, onClose: shut }: WindowFormProps) {
  const { t } = useTranslation();
  const [start] = useState(() => (record ? toDraft(record) : newDraft(Date.now(), about?.target ?? 'report', about?.items ?? [])));
  const form = useWindowForm(start, record?.version);
  const { save, busy, problem, clear } = useSave({ fields: fieldNames, refuseAt: form.refuse, refresh: refreshWindows });
  const { leave } = useDrawerGuard(opened, form.dirty);
  const onClose = () => leave(shut);
  const running = record ? mayDo(record.state, 'extend') : false;
  const over = record !== undefined && !running && !mayDo(record.state, 'edit');

  const send = async () => {
    const { draft } = form;
    const fields = getFields(draft, draft.endsAt ?? '');
    if (record) {
      await call('PUT /api/auth/maintenance/{id}', { id: record.id, version: form.version, startsAt: draft.startsAt ?? '', ...fields });
      return toast.success(t('maintenance.saved'));
    }
    const startsAt = draft.when === 'now' ? null : draft.startsAt;
    const ids = draft.items.map((item) => item.id);
    const { target } = draft;
    let people: number | null = 0;
    // A long selection is sent in batches; each batch is atomic.
    for (let from = 0; from === 0 || from < ids.length; from += maxPlanned) {
      const targetIds = ids.slice(from, from + maxPlanned);
      ({ people } = await call('POST /api/auth/maintenance', { target, targetIds, startsAt, ...fields }));
    }
    // Who is affected by several batches is in none of their numbers.
    if (ids.length > maxPlanned)
      people = ids.length > maxCounted ? null : (await call('POST /api/auth/maintenance/preview', { target, targetIds: ids })).people;
    toast.success(t(startsAt ? 'maintenance.planned' : 'maintenance.opened'), {
      ...(people !== null && { text: t('maintenance.concerns', { count: people }) }),
    });
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
      title={t(record ? (running ? 'maintenance.extend' : 'maintenance.edit') : 'maintenance.new')}
      text={about?.items.map((item) => item.name).join(', ') || record?.targetName || undefined}
      dirty={opened && form.dirty}
      saving={busy}
      readOnly={over}
      submitLabel={record ? undefined : t(form.draft.when === 'now' ? 'maintenance.openNow' : 'maintenance.schedule')}
      problem={
        problem && (
          <>
            {problem.text}{' '}
            {problem.changed && (
              <Button size="s" onClick={() => void reload()}>
                {t('maintenance.reload')}
              </Button>
            )}
          </>
        )
      }
      onSubmit={submit}
      onClose={onClose}
    >
      <WindowFields form={form} isNew={!record} running={running} fixed={about !== undefined} />
    </DrawerForm>
  );
}
