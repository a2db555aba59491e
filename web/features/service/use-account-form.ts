import { useState } from 'react';
import { type AccountDraft, type AccountField, accountFields, accountProblems, emptyAccount } from '../../../domain/service/draft.ts';
import { useTranslation } from '../../i18n.ts';
import type { OneAccount } from './queries.ts';

const draftOf = (account: OneAccount): AccountDraft => ({
  name: account.name,
  directoryId: account.directoryId,
  appId: account.appId,
  objectId: account.objectId ?? '',
  secret: '',
  secretEndsOn: account.secretEndsOn?.split('-').reverse().join('/') ?? '',
  subscriptionId: account.subscriptionId ?? '',
  resourceGroup: account.resourceGroup ?? '',
  workspaceId: account.workspaceId ?? '',
});

/** The state of the form: what was typed lies over what the server has, so that a newer version can be put underneath. */
export function useAccountForm(isNew: boolean) {
  const { t } = useTranslation();
  const [saved, setSaved] = useState<{ draft: AccountDraft; version: number }>({ draft: emptyAccount, version: 0 });
  const [edits, setEdits] = useState<Partial<AccountDraft>>({});
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<Partial<Record<AccountField, string>>>({});
  const draft: AccountDraft = { ...saved.draft, ...edits };
  const problems = accountProblems(draft, { isNew });
  return {
    draft,
    version: saved.version,
    dirty: accountFields.some((field) => draft[field] !== saved.draft[field]),
    set(field: AccountField, value: string) {
      setEdits((before) => ({ ...before, [field]: value }));
      setRefused(({ [field]: _, ...others }) => others);
    },
    /** A field that is being typed is told wrong only after a try to save, or when it is left. */
    errorOf(field: AccountField): string | undefined {
      const own = tried ? problems[field] : undefined;
      return own ? t(own, { name: t(`service.field.${field}`) }) : refused[field];
    },
    check(): boolean {
      setTried(true);
      return Object.keys(problems).length === 0;
    },
    refuse: (field: AccountField, text: string) => setRefused((before) => ({ ...before, [field]: text })),
    load: (account: OneAccount) => setSaved({ draft: draftOf(account), version: account.version }),
    keepSecret: () => setEdits(({ secret: _, ...others }) => others),
  };
}
export type AccountForm = ReturnType<typeof useAccountForm>;
