import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { mostDomains, mostReports, mostUsers } from '../../../domain/tenants/limits.ts';
import { isOwnDomain, subdomainProblem } from '../../../domain/tenants/subdomain.ts';
import { type CallInput, call } from '../../app/api.ts';
import { ApiError } from '../../app/api-error.ts';
import { errorText } from '../../app/notify.ts';
import { type TextKey, useTranslation } from '../../i18n.ts';
import { toast } from '../../ui/toast.ts';
import { type OneUnit, refreshTenants } from './queries.ts';

type Change = Omit<CallInput<'PUT /api/auth/units/{id}'>, 'id' | 'version'>;
export type UnitField = keyof Change;
const fields = [
  ...(['name', 'subdomain', 'ownDomain', 'userLimit', 'bonusUsers', 'domainLimit', 'reportLimit', 'defaultDirectory'] as const),
  ...(['restrictAccounts', 'allowReports', 'lastUpdate', 'payerId', 'hidden_menu'] as const),
] as const satisfies readonly UnitField[];

const labelOfField = (field: UnitField): TextKey => `tenants.field.${field}`;
/** The sub-domain of the main host, where that is one of the product's. */
export const subdomainOf = (unit: OneUnit): string => unit.hosts.find(({ main }) => main)?.host.split('.')[0] ?? '';

const savedOf = (unit: OneUnit): Required<Change> => ({
  name: unit.name,
  subdomain: subdomainOf(unit),
  ownDomain: unit.ownDomain ?? '',
  userLimit: unit.userLimit,
  bonusUsers: unit.bonusUsers,
  domainLimit: unit.domainLimit,
  reportLimit: unit.reportLimit,
  defaultDirectory: unit.defaultDirectory,
  restrictAccounts: unit.restrictAccounts,
  allowReports: unit.allowReports,
  lastUpdate: unit.lastUpdate,
  payerId: unit.payer?.mine ? unit.payer.id : null,
  hidden_menu: unit.hidden_menu,
});
const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
const limitProblem = (value: number | null, most: number): boolean =>
  value !== null && !(Number.isInteger(value) && value >= 0 && value <= most);

function problemsOf(draft: Required<Change>): Partial<Record<UnitField, 'ui.form.required' | 'ui.form.invalid'>> {
  const domain = (draft.ownDomain ?? '').trim().toLowerCase();
  const limits = { userLimit: mostUsers, bonusUsers: mostUsers, domainLimit: mostDomains, reportLimit: mostReports } as const;
  return {
    ...(draft.name?.trim() === '' && { name: 'ui.form.required' as const }),
    ...(subdomainProblem(draft.subdomain ?? '') === 'required' && { subdomain: 'ui.form.required' as const }),
    ...(domain !== '' && !isOwnDomain(domain) && { ownDomain: 'ui.form.invalid' as const }),
    ...Object.fromEntries(
      Object.entries(limits).flatMap(([field, most]) =>
        limitProblem(draft[field as keyof typeof limits], most) ? [[field, 'ui.form.invalid' as const]] : [],
      ),
    ),
  };
}

/** What was typed lies over what the server has; only what differs is sent, held against the version that was seen. */
export function useUnitForm(unit: OneUnit | undefined) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [base, setBase] = useState<OneUnit | null>(null);
  const [edits, setEdits] = useState<Partial<Change>>({});
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<Partial<Record<string, string>>>({});
  const [saving, setSaving] = useState(false);
  const [problem, setProblem] = useState<{ text: string; changed: boolean } | null>(null);
  // The form begins with what the server says now; a newer version lies underneath as soon as nothing is typed.
  const dirtyNow = Object.keys(edits).length > 0;
  if (unit && base?.version !== unit.version && !dirtyNow) setBase(unit);
  const from = base ?? unit;
  const saved = from ? savedOf(from) : null;
  const draft = saved ? { ...saved, ...edits } : null;
  const changed = saved && draft ? fields.filter((field) => !same(draft[field], saved[field])) : [];
  const problems = draft ? problemsOf(draft as Required<Change>) : {};
  const reset = () => {
    setEdits({});
    setRefused({});
    setTried(false);
    setProblem(null);
  };
  return {
    draft: draft as Required<Change> | null,
    changed,
    saving,
    problem,
    errors: tried ? Object.keys(problems).length + Object.keys(refused).length : 0,
    set<Field extends UnitField>(field: Field, value: Change[Field]) {
      setEdits((before) => ({ ...before, [field]: value }));
      setRefused(({ [field]: _, ...others }) => others);
    },
    errorOf(field: UnitField): string | undefined {
      const own = tried ? problems[field] : undefined;
      return own ? t(own, { name: t(labelOfField(field)) }) : refused[field];
    },
    reset,
    /** Takes the newer version and keeps what was typed. */
    rebase(next: OneUnit) {
      setBase(next);
      setProblem(null);
    },
    async save(): Promise<boolean> {
      if (!from || !draft || saving) return false;
      setTried(true);
      setProblem(null);
      if (Object.keys(problems).length > 0) return false;
      setSaving(true);
      try {
        const change = Object.fromEntries(changed.map((field) => [field, draft[field]]));
        await call('PUT /api/auth/units/{id}', { ...change, id: from.id, version: from.version });
        reset();
        refreshTenants(client);
        toast.success(t('tenants.saved', { name: String(draft.name) }));
        return true;
      } catch (error) {
        const field = error instanceof ApiError ? fields.find((name) => name === error.field) : undefined;
        if (field) setRefused((before) => ({ ...before, [field]: errorText(error) }));
        else setProblem({ text: errorText(error), changed: error instanceof ApiError && error.status === 'changed_meanwhile' });
        return false;
      } finally {
        setSaving(false);
      }
    },
  };
}
export type UnitForm = ReturnType<typeof useUnitForm>;
