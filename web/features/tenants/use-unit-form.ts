import { useQueryClient } from '@tanstack/react-query';
import { pick } from '../../../domain/fields/fields.ts';
import { limitNames, maxOfLimit, ruleNames, type UnitField, unitFields } from '../../../domain/tenants/fields.ts';
import { isOwnDomain, subdomainProblem } from '../../../domain/tenants/subdomain.ts';
import { type CallInput, call } from '../../app/data/api.ts';
import { useSave } from '../../app/data/use-save.ts';
import { type TextKey, useTranslation } from '../../i18n.ts';
import { toast } from '../../ui/toast.ts';
import { problemTexts, useForm } from '../../ui/use-form.ts';
import { type OneUnit, refreshTenants } from './queries.ts';

type Change = Omit<CallInput<'PUT /api/auth/units/{id}'>, 'id' | 'version'>;

const labelOfField = (field: UnitField): TextKey => `tenants.field.${field}`;
/** The sub-domain of the main host, if it is under the product's domain. */
export const getSubdomain = (unit: OneUnit): string => unit.hosts.find(({ main }) => main)?.host.split('.')[0] ?? '';

const getSaved = (unit: OneUnit): Required<Change> => ({
  name: unit.name,
  subdomain: getSubdomain(unit),
  ownDomain: unit.ownDomain ?? '',
  ...pick(unit, [...limitNames, ...ruleNames]),
  payerId: unit.payer?.mine ? unit.payer.id : null,
  hidden_menu: unit.hidden_menu,
});
const limitProblem = (value: number | null, most: number): boolean =>
  value !== null && !(Number.isInteger(value) && value >= 0 && value <= most);

function getProblems(draft: Required<Change>): Partial<Record<UnitField, 'ui.form.required' | 'ui.form.invalid'>> {
  const domain = (draft.ownDomain ?? '').trim().toLowerCase();
  return {
    ...(draft.name?.trim() === '' && { name: 'ui.form.required' as const }),
    ...(subdomainProblem(draft.subdomain ?? '') === 'required' && { subdomain: 'ui.form.required' as const }),
    ...(domain !== '' && !isOwnDomain(domain) && { ownDomain: 'ui.form.invalid' as const }),
    ...Object.fromEntries(
      limitNames.flatMap((name) => (limitProblem(draft[name], maxOfLimit[name]) ? [[name, 'ui.form.invalid' as const]] : [])),
    ),
  };
}

/** The form of a unit; only changed fields are sent, with the version they are based on. */
export function useUnitForm(unit: OneUnit) {
  const { t } = useTranslation();
  const form = useForm<Required<Change>>({
    start: getSaved(unit),
    version: unit.version,
    problems: (draft) => problemTexts(getProblems(draft), (problem, field) => t(problem, { name: t(labelOfField(field)) })),
  });
  const { save, busy, problem, clear } = useSave({ fields: unitFields, refuseAt: form.refuse });
  const client = useQueryClient();
  // A newer version replaces an unedited form at once.
  if (form.version !== unit.version && !form.dirty) form.load(getSaved(unit), unit.version);
  const { draft, changed } = form;
  const reset = () => {
    form.reset();
    clear();
  };
  return {
    draft,
    changed,
    saving: busy,
    problem,
    errors: form.errors,
    set: form.set,
    getError: form.getError,
    reset,
    /** Adopts the newer version and keeps the draft. */
    rebase(next: OneUnit) {
      form.rebase(getSaved(next), next.version);
      clear();
    },
    async save(): Promise<boolean> {
      clear();
      if (busy || !form.check()) return false;
      return save(async () => {
        const change = Object.fromEntries(changed.map((field) => [field, draft[field]]));
        await call('PUT /api/auth/units/{id}', { ...change, id: unit.id, version: form.version });
        reset();
        refreshTenants(client);
        toast.success(t('tenants.saved', { name: draft.name }));
      });
    },
  };
}
export type UnitForm = ReturnType<typeof useUnitForm>;
