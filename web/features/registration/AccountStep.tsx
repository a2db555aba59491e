import { Radio } from '@mantine/core';
import { useState } from 'react';
import type { TestStep } from '../../../domain/bi-accounts/contract.ts';
import { type AccountField, accountInput, accountProblems } from '../../../domain/bi-accounts/draft.ts';
import { call } from '../../app/data/api.ts';
import { errorText } from '../../app/notices/notify.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { IconPlugConnected } from '../../ui/icons.ts';
import { Notice } from '../../ui/Notice.tsx';
import { AccountFields, TestSteps } from '../bi-accounts/index.ts';
import type { Registration, RegistrationField } from './draft.ts';

type Props = {
  draft: Registration;
  set: <F extends RegistrationField>(field: F, value: Registration[F]) => void;
  tried: boolean;
  refused: Partial<Record<string, string>>;
};

/** The unit's own service account, tested before it is saved; or none for now. */
export function AccountStep({ draft, set, tried, refused }: Props) {
  const { t } = useTranslation();
  const [showAll, setShowAll] = useState(false);
  const [testing, setTesting] = useState(false);
  const [steps, setSteps] = useState<TestStep[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { account } = draft;
  const problems = accountProblems(account, { isNew: true });
  const form = {
    draft: account,
    set: (field: AccountField, value: string) => set('account', { ...account, [field]: value }),
    getError: (field: AccountField) => {
      const own = tried || showAll ? problems[field] : undefined;
      return own ? t(own, { name: t(`service.field.${field}`) }) : refused[`account.${field}`];
    },
    keepSecret: () => {},
  };
  const run = async () => {
    setShowAll(true);
    setProblem(null);
    if (Object.keys(problems).length > 0) return;
    setTesting(true);
    setSteps(null);
    try {
      const { name: _, objectId: __, secretEndsOn: ___, ...target } = accountInput(account);
      setSteps((await call('POST /api/auth/service-accounts/test', { ...target, secret: account.secret })).steps);
    } catch (error) {
      setProblem(errorText(error));
    } finally {
      setTesting(false);
    }
  };
  return (
    <>
      <Radio.Group
        label={t('registration.account.which')}
        value={draft.lend}
        onChange={(value) => set('lend', value === 'own' ? 'own' : 'none')}
      >
        <div className="registration-choices">
          <Radio value="none" label={t('registration.account.none')} description={t('registration.account.noneHelp')} />
          <Radio value="own" label={t('registration.account.own')} description={t('registration.account.ownHelp')} />
        </div>
      </Radio.Group>
      {draft.lend === 'own' && (
        <>
          <AccountFields form={form} secretSetAt={null} />
          <div className="service-results" aria-live="polite">
            <Button icon={IconPlugConnected} loading={testing} onClick={() => void run()}>
              {t(testing ? 'service.test.running' : 'service.test.form')}
            </Button>
            {problem && <Notice tone="err">{problem}</Notice>}
            {steps && <TestSteps steps={steps} />}
          </div>
        </>
      )}
    </>
  );
}
