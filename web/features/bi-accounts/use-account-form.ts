import { type AccountDraft, accountProblems, emptyAccount } from '../../../domain/bi-accounts/draft.ts';
import { useTranslation } from '../../i18n.ts';
import { problemTexts, useForm } from '../../ui/use-form.ts';
import type { OneAccount } from './queries.ts';

export const toAccountDraft = (account: OneAccount): AccountDraft => ({
  name: account.name,
  directoryId: account.directoryId,
  appId: account.appId,
  objectId: account.objectId ?? '',
  secret: '',
  secretEndsOn: account.secretEndsOn ?? '',
  subscriptionId: account.subscriptionId ?? '',
  resourceGroup: account.resourceGroup ?? '',
  workspaceId: account.workspaceId ?? '',
});

export function useAccountForm(account?: OneAccount) {
  const { t } = useTranslation();
  return useForm({
    start: account ? toAccountDraft(account) : emptyAccount,
    version: account?.version ?? 0,
    problems: (draft) =>
      problemTexts(accountProblems(draft, { isNew: account === undefined }), (problem, field) =>
        t(problem, { name: t(`service.field.${field}`) }),
      ),
  });
}
export type AccountFormState = ReturnType<typeof useAccountForm>;
