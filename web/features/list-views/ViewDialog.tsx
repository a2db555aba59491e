import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { can } from '../../../domain/access/permissions.ts';
import { listViewLimits } from '../../../domain/list-views/limits.ts';
import { call } from '../../app/data/api.ts';
import { errorText } from '../../app/notices/notify.ts';
import { useWho } from '../../app/session/session.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { SwitchRow } from '../../ui/SwitchRow.tsx';
import { toast } from '../../ui/toast.ts';
import { refreshListViews, type SavedView } from './queries.ts';
import type { ListViewsState } from './use-list-views.ts';

type Props = { saved: ListViewsState; view: SavedView | null; opened: boolean; onClose: () => void };

/** Names a saved view: a new one of the current list, or an existing one. */
export function ViewDialog({ saved, view, opened, onClose }: Props) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const who = useWho();
  const [name, setName] = useState(view?.name ?? '');
  const [shared, setShared] = useState(view?.shared === 'S');
  const [problem, setProblem] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const mayShare = who !== null && can(who, 'listViews.share');

  const send = async (wanted: string) => {
    const fields = { name: wanted, shared: shared ? ('S' as const) : ('N' as const) };
    if (view) {
      await call('PUT /api/auth/list-views/{id}', { id: view.id, version: view.version, ...fields });
      return;
    }
    const { id } = await call('POST /api/auth/list-views', { list: saved.list, ...fields, state: saved.state });
    saved.address.change({ saved: id }, { replace: true });
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const wanted = name.trim();
    if (!wanted) return setProblem(t('listViews.nameMissing'));
    setSaving(true);
    try {
      await send(wanted);
      saved.forgetAdjusted();
      await refreshListViews(client, saved.list);
      toast.success(t(view ? 'listViews.renamed' : 'listViews.saved', { name: wanted }));
      onClose();
    } catch (error) {
      setProblem(errorText(error));
    } finally {
      setSaving(false);
    }
  };
  return (
    <Dialog opened={opened} onClose={onClose} title={t(view ? 'listViews.renameTitle' : 'listViews.addTitle')} width={460}>
      <form className="form-stack" onSubmit={(event) => void save(event)} noValidate>
        <TextInput
          label={t('listViews.name')}
          placeholder={t('listViews.placeholder')}
          value={name}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setProblem(null);
          }}
          error={problem}
          maxLength={listViewLimits.name}
          autoComplete="off"
          data-autofocus
        />
        {mayShare && <SwitchRow label={t('listViews.share')} text={t('listViews.shareText')} checked={shared} onChange={setShared} />}
        <div className="dialog-actions">
          <Button onClick={onClose}>{t('listViews.cancel')}</Button>
          <Button kind="primary" type="submit" loading={saving}>
            {t(view ? 'listViews.renameNow' : 'listViews.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
