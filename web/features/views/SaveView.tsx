import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { viewLimits } from '../../../domain/views/limits.ts';
import { call } from '../../app/api.ts';
import { ApiError } from '../../app/api-error.ts';
import { errorText } from '../../app/notify.ts';
import type { ViewerContext } from '../../app/viewer-parts.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { SwitchRow } from '../../ui/SwitchRow.tsx';
import { toast } from '../../ui/toast.ts';
import { refreshViews } from './queries.ts';

/** Keeps this moment of the report under a name. */
export function SaveView({ context, onDone }: { context: ViewerContext; onDone: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [name, setName] = useState('');
  const [shared, setShared] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);

  const save = async (event: FormEvent) => {
    event.preventDefault();
    const wanted = name.trim();
    if (!wanted) return setProblem(t('views.nameMissing'));
    setSaving(true);
    try {
      const content = await context.moment();
      if (!content) return setProblem(t('views.noMoment'));
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
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(errorText(error));
    } finally {
      setSaving(false);
    }
  };

  return (
    <form className="views-save" onSubmit={(event) => void save(event)} noValidate>
      <TextInput
        label={t('views.name')}
        placeholder={t('views.namePlaceholder')}
        value={name}
        onChange={(event) => {
          setName(event.currentTarget.value);
          setProblem(null);
        }}
        error={problem}
        maxLength={viewLimits.name}
        autoComplete="off"
        data-autofocus
        autoFocus
      />
      <SwitchRow label={t('views.shareAll')} text={t('views.shareAllText')} checked={shared} onChange={setShared} />
      <div className="dialog-actions">
        <Button onClick={onDone}>{t('views.cancel')}</Button>
        <Button kind="primary" type="submit" loading={saving}>
          {t('views.save')}
        </Button>
      </div>
    </form>
  );
}
