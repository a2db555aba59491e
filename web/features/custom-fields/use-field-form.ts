import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type DraftField, emptyField, type FieldDraft, fieldFaults, limitsOf } from '../../../domain/custom-fields/definition.ts';
import { hasOptions } from '../../../domain/custom-fields/field.ts';
import type { FieldOwner, FieldType } from '../../../domain/custom-fields/limits.ts';
import type { Language } from '../../../domain/session/languages.ts';
import { call } from '../../app/api.ts';
import { ApiError } from '../../app/api-error.ts';
import { errorText } from '../../app/notify.ts';
import { type Refusal, refusalOf } from '../../app/SaveRefusal.tsx';
import { useTranslation } from '../../i18n.ts';
import { toast } from '../../ui/toast.ts';
import { type OneField, refreshFields } from './queries.ts';

export type Tenant = { kind: 'platform' | 'partner' | 'unit'; language: Language };

const draftOf = (field: OneField): FieldDraft => ({
  of: field.of,
  type: field.type,
  labels: field.labels,
  helps: field.helps,
  options: field.options,
  defaultValue: field.defaultValue,
  limits: field.limits,
  required: field.required,
  global: field.global,
  searchable: field.searchable,
  identity: field.identity,
  userVisible: field.userVisible,
  userEditable: field.userEditable,
});

/** What another type cannot have is left out; the rest stays as it was typed. */
function fitted(draft: FieldDraft, type: FieldType): FieldDraft {
  const kept = limitsOf(type);
  return {
    ...draft,
    type,
    options: hasOptions(type) ? draft.options : [],
    limits: Object.fromEntries(Object.entries(draft.limits).filter(([name]) => kept.some((each) => each === name))),
    defaultValue: type === draft.type ? draft.defaultValue : null,
    identity: draft.identity && type !== 'multiple',
  };
}

/** The state of a field's form: what was typed over what the server has. Options are put away when the type has none, and come back with it. */
export function useFieldForm(id: string | null, of: FieldOwner, tenant: Tenant) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [saved, setSaved] = useState<{ draft: FieldDraft; version: number } | null>(null);
  const [edits, setEdits] = useState<Partial<FieldDraft>>({});
  const [tried, setTried] = useState(false);
  const [saving, setSaving] = useState(false);
  const [refused, setRefused] = useState<Partial<Record<DraftField, string>>>({});
  const [problem, setProblem] = useState<Refusal | null>(null);
  const base: FieldDraft = saved?.draft ?? { ...emptyField, of };
  const draft = fitted({ ...base, ...edits }, edits.type ?? base.type);
  const faults = fieldFaults(draft, tenant);

  const explain = (error: unknown) => {
    const field = error instanceof ApiError && error.field ? (error.field.split('.')[0] ?? '') : '';
    if (field in base) return setRefused({ [field]: errorText(error) });
    setProblem(refusalOf(error));
  };

  return {
    base,
    draft,
    dirty: JSON.stringify(draft) !== JSON.stringify(base),
    saving,
    problem,
    loaded: id === null || saved !== null,
    load: (field: OneField) => setSaved({ draft: draftOf(field), version: field.version }),
    /** Puts the newer version underneath; what was typed stays. */
    rebase(field: OneField) {
      setSaved({ draft: draftOf(field), version: field.version });
      setProblem(null);
    },
    set<Field extends DraftField>(field: Field, value: FieldDraft[Field]) {
      setEdits((before) => ({ ...before, [field]: value }));
      setRefused(({ [field]: _, ...others }) => others);
    },
    errorOf(field: DraftField): string | undefined {
      const fault = tried ? faults[field] : undefined;
      return fault ? t(`customFields.fault.${fault}`, { name: t(`customFields.part.${field}`) }) : refused[field];
    },
    /** True when it is saved. */
    async save(): Promise<boolean> {
      setTried(true);
      setProblem(null);
      if (Object.keys(faults).length > 0) return false;
      setSaving(true);
      try {
        if (id === null) {
          const { key } = await call('POST /api/auth/custom-fields', draft);
          toast.success(t('customFields.added'), { text: t('customFields.addedKey', { key }) });
        } else {
          const { retired } = await call('PUT /api/auth/custom-fields/{id}', { ...draft, id, version: saved?.version ?? 0 });
          toast.success(
            t('customFields.saved'),
            retired.length > 0 ? { text: t('customFields.retiredNow', { names: retired.join(', ') }) } : {},
          );
        }
        refreshFields(client);
        return true;
      } catch (error) {
        explain(error);
        return false;
      } finally {
        setSaving(false);
      }
    },
  };
}
export type FieldForm = ReturnType<typeof useFieldForm>;
