import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { checkValues, isOwnToEdit } from '../../../domain/custom-fields/check-values.ts';
import type { CustomValue } from '../../../domain/custom-fields/field.ts';
import { useSearchValues, useSetSearch } from '../../app/address.ts';
import { call } from '../../app/api.ts';
import { ApiError } from '../../app/api-error.ts';
import { useTranslation } from '../../app/i18n.ts';
import { errorText } from '../../app/notify.ts';
import { dashboardQuery } from '../../app/queries.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { FormDrawer } from '../../ui/FormDrawer.tsx';
import { ListSkeleton } from '../../ui/Skeletons.tsx';
import { toast } from '../../ui/toast.ts';
import { OwnAnswer } from '../questionnaire/index.ts';
import { CustomInputs } from './CustomInputs.tsx';
import { mineQuery } from './queries.ts';
import { refusedField } from './words.ts';

/** `?account=profile` over any page: what the unit keeps about oneself, and what of it one may change. */
export function OwnDetailsDrawer() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const opened = useSearchValues().account === 'profile';
  const change = useSetSearch();
  const { data, error, refetch } = useQuery({ ...mineQuery, enabled: opened });
  const [edits, setEdits] = useState<Record<string, CustomValue | null>>({});
  const [tried, setTried] = useState(false);
  const [saving, setSaving] = useState(false);
  const [refused, setRefused] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const fields = data?.fields ?? [];
  const values = { ...data?.values, ...edits };
  const problems = checkValues({ fields, input: edits, before: data?.values ?? {}, by: 'self' }).problems;
  const mayEdit = fields.some(isOwnToEdit);
  const reset = () => {
    setEdits({});
    setTried(false);
    setRefused({});
    setProblem(null);
  };
  const close = () => {
    reset();
    change({ account: undefined });
  };
  const save = async () => {
    setTried(true);
    if (Object.keys(problems).length > 0) return;
    if (Object.keys(edits).length === 0) return close();
    setSaving(true);
    setProblem(null);
    try {
      await call('PUT /api/auth/custom-fields/mine', { custom: edits });
      void client.invalidateQueries({ queryKey: mineQuery.queryKey });
      void client.invalidateQueries({ queryKey: dashboardQuery.queryKey });
      toast.success(t('customFields.mine.saved'));
      close();
    } catch (failure) {
      const wrong = refusedField(failure, fields);
      if (wrong) setRefused({ [wrong.key]: wrong.text });
      else setProblem(errorText(failure));
    } finally {
      setSaving(false);
    }
  };
  const body = () => {
    if (error && !data)
      return (
        <ErrorState text={errorText(error)} requestId={error instanceof ApiError ? error.requestId : null} onRetry={() => void refetch()} />
      );
    if (!data) return <ListSkeleton count={3} onRetry={() => void refetch()} />;
    if (fields.length === 0) return <EmptyState compact text={t('customFields.mine.none')} />;
    return (
      <CustomInputs
        fields={fields}
        own={data.language}
        values={values}
        onChange={(key, value) => {
          setEdits((before) => ({ ...before, [key]: value }));
          setRefused(({ [key]: _, ...others }) => others);
        }}
        problems={Object.fromEntries(Object.entries(problems).filter(([key]) => tried || key in edits))}
        refused={refused}
        readOnly={(field) => !isOwnToEdit(field)}
      />
    );
  };
  return (
    <FormDrawer
      opened={opened}
      title={t('customFields.mine.title')}
      text={t('customFields.mine.text')}
      dirty={Object.keys(edits).length > 0}
      saving={saving}
      readOnly={!mayEdit}
      problem={problem}
      onSubmit={save}
      onClose={close}
    >
      {opened && <OwnAnswer />}
      {body()}
    </FormDrawer>
  );
}
