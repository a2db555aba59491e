import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDateTime } from '../../../domain/format/date.ts';
import { call } from '../../app/data/api.ts';
import { useSave } from '../../app/data/use-save.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { useTranslation } from '../../i18n.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { IconPlugConnected } from '../../ui/icons.ts';
import { Notice } from '../../ui/Notice.tsx';
import { failureText } from './failure-text.ts';
import { type OneAccount, refreshBiAccounts } from './queries.ts';
import { TestSteps } from './TestSteps.tsx';

/** The last test of the stored account, a new test, and the reports that depend on the account. */
export function ConnectionPanel({ account }: { account: OneAccount }) {
  const { t, language } = useTranslation();
  const zone = useZone();
  const client = useQueryClient();
  const { save, busy, problem } = useSave({ words: (error) => failureText(error, t) });
  const [fresh, setFresh] = useState<{ steps: OneAccount['steps']; testedAt: string } | null>(null);
  const testedAt = fresh?.testedAt ?? account.testedAt;
  const steps = fresh?.steps ?? account.steps;
  const run = () =>
    save(async () => {
      setFresh(await call('POST /api/auth/service-accounts/{id}/test', { id: account.id }));
      refreshBiAccounts(client);
    });
  const more = account.reports - account.reportTitles.length;
  return (
    <>
      <div className="service-results" aria-live="polite">
        <p className="muted">
          {testedAt ? t('service.test.when', { when: formatDateTime(language, new Date(testedAt), zone) }) : t('service.test.never')}
        </p>
        {problem && <Notice tone="err">{problem.text}</Notice>}
        {steps.length > 0 && <TestSteps steps={steps} />}
        <Button icon={IconPlugConnected} loading={busy} onClick={() => void run()}>
          {t(busy ? 'service.test.running' : testedAt ? 'service.test.again' : 'service.test.run')}
        </Button>
      </div>
      {account.reports === 0 ? (
        <div className="service-results">
          <p className="muted">{t('service.used.none')}</p>
          {steps.length > 0 && steps.every(({ outcome }) => outcome !== 'failed') && (
            <ButtonLink kind="primary" href="/management/report?import=1">
              {t('service.used.next')}
            </ButtonLink>
          )}
        </div>
      ) : (
        <section aria-labelledby="service-used">
          <h3 id="service-used" className="service-part">
            {t('service.used.title', { count: account.reports })}
          </h3>
          <ul className="service-titles">
            {account.reportTitles.map((title, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two reports may have the same title.
              <li key={`${index}${title}`}>{title}</li>
            ))}
            {more > 0 && <li className="muted">{t('service.used.more', { count: more })}</li>}
          </ul>
        </section>
      )}
    </>
  );
}
