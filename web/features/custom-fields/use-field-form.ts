import { type DraftField, emptyField, type FieldDraft, fieldFaults, getLimits } from '../../../domain/custom-fields/definition.ts';
import { hasOptions } from '../../../domain/custom-fields/field.ts';
import type { FieldOwner } from '../../../domain/custom-fields/limits.ts';
import type { Language } from '../../../domain/session/languages.ts';
import { call } from '../../app/data/api.ts';
import { useSave } from '../../app/data/use-save.ts';
import { useTranslation } from '../../i18n.ts';
import { toast } from '../../ui/toast.ts';
import { problemTexts, useForm } from '../../ui/use-form.ts';
import { type OneField, refreshFields } from './queries.ts';

export type Tenant = { kind: 'platform' | 'partner' | 'unit'; language: Language };

const toDraft = (field: OneField): FieldDraft => ({
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

/** Drops what another type cannot have; the rest stays as typed. */
function fitted(draft: FieldDraft): FieldDraft {
  const kept = getLimits(draft.type);
  return {
    ...draft,
    options: hasOptions(draft.type) ? draft.options : [],
    limits: Object.fromEntries(Object.entries(draft.limits).filter(([name]) => kept.some((each) => each === name))),
    identity: draft.identity && draft.type !== 'multiple',
  };
}

/** The form of a field. Options are hidden for types without options, and restored with the type. */
export function useFieldForm(record: OneField | null, of: FieldOwner, tenant: Tenant) {
  const { t } = useTranslation();
  const form = useForm<FieldDraft>({
    start: record ? toDraft(record) : { ...emptyField, of },
    version: record?.version ?? 0,
    problems: (typed) =>
      problemTexts(fieldFaults(fitted(typed), tenant), (fault, field) =>
        t(`customFields.fault.${fault}`, { name: t(`customFields.part.${field}`) }),
      ),
  });
  const draft = fitted(form.draft);
  const fields = Object.keys(form.base) as DraftField[]; // because Object.keys loses the literal type
  const { save, busy, problem, clear } = useSave({ fields, refuseAt: form.refuse, refresh: (client) => void refreshFields(client) });
  const send = async () => {
    if (!record) {
      const { key } = await call('POST /api/auth/custom-fields', draft);
      return toast.success(t('customFields.added'), { text: t('customFields.addedKey', { key }) });
    }
    const { retired } = await call('PUT /api/auth/custom-fields/{id}', { ...draft, id: record.id, version: form.version });
    const names = retired.join(', ');
    return toast.success(t('customFields.saved'), retired.length > 0 ? { text: t('customFields.retiredNow', { names }) } : {});
  };
  return {
    ...form,
    draft,
    dirty: JSON.stringify(draft) !== JSON.stringify(form.base),
    saving: busy,
    problem,
    rebase(field: OneField) {
      form.rebase(toDraft(field), field.version);
      clear();
    },
    /** True on success. */
    async save(): Promise<boolean> {
      clear();
      return form.check() && save(send);
    },
  };
}
export type FieldForm = ReturnType<typeof useFieldForm>;
