import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isDomain, isGuid, privateAccounts } from '../../../domain/entra/limits.ts';
import { call } from '../../app/api.ts';
import { ApiError } from '../../app/api-error.ts';
import { errorText, toastError } from '../../app/notify.ts';
import { useRouteGuard } from '../../app/route-guard.ts';
import { useTranslation } from '../../i18n.ts';
import { confirm } from '../../ui/confirm.ts';
import { toast } from '../../ui/toast.ts';
import { type EntraAnswer, type EntraChecks, type EntraInput, entraQuery } from './queries.ts';

export type Draft = Omit<EntraInput, 'version' | 'secret' | 'clientId' | 'directories' | 'defaultProfile'> & {
  clientId: string;
  directories: { id: string; name: string }[];
  secret: string | null;
};
export type DraftField = keyof Draft;

const firstTime = (answer: EntraAnswer): Draft => ({
  ...{ enabled: 'N', name: 'Microsoft', directories: [], own: answer.shared ? 'N' : 'S', clientId: '', secret: null },
  ...{ domains: [], link: 'N', jit: 'N', jitStatus: 'A', guests: 'N', groups: [] },
});
function draftOf(answer: EntraAnswer): Draft {
  if (!answer.entra) return firstTime(answer);
  const { defaultProfile: _profile, secretAt: _at, people: _people, lastUsedAt: _used, version: _version, ...fields } = answer.entra;
  return { ...fields, secret: null };
}

/** The form of the way in through the cloud identity provider: what is typed, what is wrong with it, saving, trying, removing. */
export function useEntraForm(answer: EntraAnswer, renewed: () => void) {
  const client = useQueryClient();
  const { t } = useTranslation();
  const start = draftOf(answer);
  const [draft, setDraft] = useState(start);
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<Partial<Record<string, string>>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState<'save' | 'try' | 'remove' | null>(null);
  const [checks, setChecks] = useState<EntraChecks | null>(null);
  const same = (field: DraftField) => JSON.stringify(draft[field]) === JSON.stringify(start[field]);
  const changes = (Object.keys(draft) as DraftField[]).filter((field) => !same(field)).length; // because a draft has only these fields
  useRouteGuard(changes > 0 && busy === null);

  const isOn = draft.enabled === 'S';
  const ids = draft.directories.map(({ id }) => id.trim().toLowerCase());
  const problems: Partial<Record<string, string>> = {};
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

  const explain = (error: unknown) => {
    if (error instanceof ApiError && error.handled) return;
    if (error instanceof ApiError && error.field) return setRefused({ [error.field.split('.')[0] ?? '']: errorText(error) });
    setProblem(errorText(error));
  };
  return {
    draft,
    changes,
    busy,
    problem,
    checks,
    errors: tried ? Object.keys({ ...problems, ...refused }).length : 0,
    set<F extends DraftField>(field: F, value: Draft[F]) {
      setDraft((before) => ({ ...before, [field]: value }));
      setRefused(({ [field]: _, ...others }) => others);
    },
    errorOf: (field: string): string | undefined => (tried ? problems[field] : undefined) ?? refused[field],
    reset() {
      setDraft(start);
      setRefused({});
      setProblem(null);
      setTried(false);
    },
    async save() {
      setTried(true);
      setRefused({});
      setProblem(null);
      if (Object.keys(problems).length > 0) return;
      setBusy('save');
      try {
        const { secret, ...fields } = draft;
        await call('PUT /api/auth/entra', {
          ...fields,
          ...(secret?.trim() && { secret: secret.trim() }),
          version: answer.entra?.version ?? 0,
        });
        toast.success(t('entra.saved'));
        await client.refetchQueries({ queryKey: entraQuery.queryKey });
        renewed();
      } catch (error) {
        explain(error);
      }
      setBusy(null);
    },
    async check() {
      setBusy('try');
      setChecks(null);
      try {
        setChecks((await call('POST /api/auth/entra/try', {})).checks);
      } catch (error) {
        toastError(error);
      }
      setBusy(null);
    },
    async remove() {
      const agreed = await confirm({
        title: t('entra.remove.title'),
        text: t('entra.remove.text'),
        yes: t('entra.remove'),
        typed: start.name,
      });
      if (!agreed) return;
      setBusy('remove');
      try {
        await call('DELETE /api/auth/entra', {});
        toast.success(t('entra.removed'));
        await client.refetchQueries({ queryKey: entraQuery.queryKey });
        renewed();
      } catch (error) {
        toastError(error);
      }
      setBusy(null);
    },
  };
}
export type EntraForm = ReturnType<typeof useEntraForm>;
