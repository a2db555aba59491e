import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { viewLimits } from '../../../domain/report-views/limits.ts';
import { call } from '../../app/data/api.ts';
import { useSave } from '../../app/data/use-save.ts';
import type { ViewerContext } from '../../app/parts/viewer-parts.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { SwitchRow } from '../../ui/SwitchRow.tsx';
import { toast } from '../../ui/toast.ts';
import { refreshViews } from './queries.ts';

/** Saves the report's current state under a name. */
export function SaveView({ context, onDone }: { context: ViewerContext; onDone: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [name, setName] = useState('');
  const [shared, setShared] = useState(false);
  const { save, busy, problem, refuse, clear } = useSave();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const wanted = name.trim();
    if (!wanted) return refuse(t('views.nameMissing'));
    await save(async () => {
      const content = await context.moment();
      if (!content) return refuse(t('views.noMoment'));
      const { id } = await call('POST /api/auth/reports/{id}/views', {
        id: context.reportId,
        name: wanted,
        shared: shared ? 'S' : 'N',
        content,
      });
      refreshViews(client);
      toast.success(t('views.saved', { name: wanted }));
      onDone();
      context.openView(id);
    });
  };

  return (
    <form className="views-save" onSubmit={(event) => void submit(event)} noValidate>
      <TextInput
        label={t('views.name')}
        placeholder={t('views.namePlaceholder')}
        value={name}
        onChange={(event) => {
          setName(event.currentTarget.value);
          clear();
        }}
        error={problem?.text}
        maxLength={viewLimits.name}
        autoComplete="off"
        data-autofocus
        autoFocus
      />
      <SwitchRow label={t('views.shareAll')} text={t('views.shareAllText')} checked={shared} onChange={setShared} />
      <div className="dialog-actions">
        <Button onClick={onDone}>{t('views.cancel')}</Button>
        <Button kind="primary" type="submit" loading={busy}>
          {t('views.save')}
        </Button>
      </div>
    </form>
  );
}
