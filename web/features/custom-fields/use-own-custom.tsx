import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { checkValues, isOwnToEdit } from '../../../domain/custom-fields/check-values.ts';
import type { CustomValue } from '../../../domain/custom-fields/field.ts';
import { call } from '../../app/data/api.ts';
import { ApiError } from '../../app/data/api-error.ts';
import { dashboardQuery } from '../../app/data/queries.ts';
import { errorText } from '../../app/notices/notify.ts';
import { useTranslation } from '../../i18n.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { ListSkeleton } from '../../ui/Skeletons.tsx';
import { CustomInputs } from './CustomInputs.tsx';
import { mineQuery } from './queries.ts';
import { refusedField } from './words.ts';

export type OwnCustom = {
  dirty: boolean;
  mayEdit: boolean;
  /** Shows the errors; true when there are none. */
  check: () => boolean;
  /** The error that belongs to no field, or null; `failed` when there was any error. */
  save: () => Promise<{ failed: boolean; problem: string | null }>;
  body: ReactNode;
};

/** The user's own custom fields, as a part of a form that saves them. */
export function useOwnCustom(): OwnCustom {
  const { t } = useTranslation();
  const client = useQueryClient();
  // No suspense: a part of a form whose other part is there before it.
  const { data, error, refetch } = useQuery(mineQuery);
  const [edits, setEdits] = useState<Record<string, CustomValue | null>>({});
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<Record<string, string>>({});
  const fields = data?.fields ?? [];
  const values = { ...data?.values, ...edits };
  const problems = checkValues({ fields, input: edits, before: data?.values ?? {}, by: 'self' }).problems;
  const dirty = Object.keys(edits).length > 0;
  const save = async () => {
    if (!dirty) return { failed: false, problem: null };
    try {
      await call('PUT /api/auth/custom-fields/mine', { custom: edits });
      void client.invalidateQueries({ queryKey: mineQuery.queryKey });
      void client.invalidateQueries({ queryKey: dashboardQuery.queryKey });
      setEdits({});
      return { failed: false, problem: null };
    } catch (failure) {
      const wrong = refusedField(failure, fields);
      if (wrong) setRefused({ [wrong.key]: wrong.text });
      return { failed: true, problem: wrong ? null : errorText(failure) };
    }
  };
  const body = () => {
    if (error && !data)
      return (
        <ErrorState text={errorText(error)} requestId={error instanceof ApiError ? error.requestId : null} onRetry={() => void refetch()} />
      );
    if (!data) return <ListSkeleton count={3} onRetry={() => void refetch()} />;
    if (fields.length === 0) return <p className="small muted">{t('customFields.mine.none')}</p>;
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
  return {
    dirty,
    mayEdit: fields.some(isOwnToEdit),
    check: () => {
      setTried(true);
      return Object.keys(problems).length === 0;
    },
    save,
    body: body(),
  };
}
