import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isDomain, isGuid, privateAccounts } from '../../../domain/entra/limits.ts';
import { call } from '../../app/data/api.ts';
import { useSave } from '../../app/data/use-save.ts';
import { useRouteGuard } from '../../app/routes/route-guard.ts';
import { type Translate, useTranslation } from '../../i18n.ts';
import { confirm } from '../../ui/confirm.ts';
import { toast } from '../../ui/toast.ts';
import { useForm } from '../../ui/use-form.ts';
import { entraQuery } from './loader.ts';
import type { EntraAnswer, EntraChecks, EntraInput } from './queries.ts';

export type Draft = Omit<EntraInput, 'version' | 'secret' | 'clientId' | 'directories' | 'defaultProfile'> & {
  clientId: string;
  directories: { id: string; name: string }[];
  secret: string | null;
};

const firstTime = (answer: EntraAnswer): Draft => ({
  ...{ enabled: 'N', name: 'Microsoft', directories: [], own: answer.shared ? 'N' : 'S', clientId: '', secret: null },
  ...{ domains: [], link: 'N', jit: 'N', jitStatus: 'A', guests: 'N', groups: [] },
});
function toDraft(answer: EntraAnswer): Draft {
  if (!answer.entra) return firstTime(answer);
  const { defaultProfile: _profile, secretAt: _at, people: _people, lastUsedAt: _used, version: _version, ...fields } = answer.entra;
  return { ...fields, secret: null };
}

/** The errors of a draft, by field; in lists, by position. */
function getProblems(draft: Draft, answer: EntraAnswer, t: Translate): Record<string, string> {
  const isOn = draft.enabled === 'S';
  const ids = draft.directories.map(({ id }) => id.trim().toLowerCase());
  const problems: Record<string, string> = {};
  if (!draft.name.trim()) problems.name = t('required');
  if (isOn && ids.length === 0) problems.directories = t('entra.directories.needed');
  ids.forEach((id, at) => {
    if (!isGuid(id) || id === privateAccounts)
      problems[`directories.${at}`] = t(id === privateAccounts ? 'entra.directory.private' : 'entra.directory.shape');
    else if (ids.indexOf(id) !== at) problems[`directories.${at}`] = t('entra.directory.twice');
  });
  if (draft.own === 'S' && (isOn || draft.clientId) && !isGuid(draft.clientId.trim().toLowerCase()))
    problems.clientId = t('entra.directory.shape');
  if (draft.own === 'S' && isOn && !draft.secret?.trim() && !answer.entra?.secretAt) problems.secret = t('required');
  if (draft.domains.some((domain) => !isDomain(domain))) problems.domains = t('entra.domains.shape');
  else if (draft.jit === 'S' && draft.domains.length === 0) problems.domains = t('sso_domains');
  draft.groups.forEach((rule, at) => {
    if (!rule.claim.trim() || !rule.group) problems[`groups.${at}`] = t('entra.groups.incomplete');
  });
  return problems;
}

/** The form for sign-in through Microsoft Entra: draft, errors, saving, testing, removing. */
export function useEntraForm(answer: EntraAnswer, renewed: () => void) {
  const client = useQueryClient();
  const { t } = useTranslation();
  const form = useForm<Draft, string>({
    start: toDraft(answer),
    version: answer.entra?.version ?? 0,
    problems: (draft) => getProblems(draft, answer, t),
  });
  const { draft, base, dirty } = form;
  const [checks, setChecks] = useState<EntraChecks | null>(null);
  const saving = useSave({ fields: Object.keys(draft), refuseAt: form.refuse });
  const trying = useSave({ refusal: 'toast' });
  const removing = useSave({ refusal: 'toast' });
  const busy = saving.busy ? 'save' : trying.busy ? 'try' : removing.busy ? 'remove' : null;
  useRouteGuard(dirty && busy === null);
  const renew = async () => {
    await client.refetchQueries({ queryKey: entraQuery.queryKey });
    renewed();
  };
  return {
    draft,
    changes: form.changed.length,
    busy,
    problem: saving.problem?.text ?? null,
    checks,
    errors: form.errors,
    set: form.set,
    getError: form.getError,
    reset() {
      form.reset();
      saving.clear();
    },
    async save() {
      saving.clear();
      if (!form.check()) return;
      const { secret, ...fields } = draft;
      await saving.save(async () => {
        await call('PUT /api/auth/entra', {
          ...fields,
          ...(secret?.trim() && { secret: secret.trim() }),
          version: form.version,
        });
        toast.success(t('entra.saved'));
        await renew();
      });
    },
    async check() {
      setChecks(null);
      await trying.save(async () => setChecks((await call('POST /api/auth/entra/try', {})).checks));
    },
    async remove() {
      const agreed = await confirm({
        title: t('entra.remove.title'),
        text: t('entra.remove.text'),
        yes: t('entra.remove'),
        typed: base.name,
      });
      if (!agreed) return;
      await removing.save(async () => {
        await call('DELETE /api/auth/entra', {});
        toast.success(t('entra.removed'));
        await renew();
      });
    },
  };
}
export type EntraForm = ReturnType<typeof useEntraForm>;
