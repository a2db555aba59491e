import { showDocument } from '../../../domain/customers/document.ts';
import { formatNumber } from '../../../domain/format/number.ts';
import { languageNames } from '../../../i18n/languages.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import type { Step } from './draft.ts';
import type { StepProps } from './step-props.ts';

/** Summary before creation; each part links back to its step. */
export function Review({ draft, kind, choices, onGo }: StepProps) {
  const { t, language } = useTranslation();
  const number = (value: number | null) => (value === null ? t('tenants.limit.none') : formatNumber(language, value));
  const yes = (on: boolean) => t(on ? 'ui.yes' : 'ui.no');
  const payer =
    draft.payer === 'none'
      ? t('registration.payer.none')
      : draft.payer === 'existing'
        ? draft.payerName
        : [draft.party.fantasyName, draft.party.document && showDocument(draft.party.document)].filter(Boolean).join(' · ');
  const parts: [Step, [string, string][]][] = [
    [
      'data',
      [
        [t('tenants.field.name'), draft.name],
        [t('tenants.language'), languageNames[draft.language || choices.language]],
        [t('tenants.zone'), draft.timezone],
        ...(kind === 'unit'
          ? ([
              [t('tenants.field.defaultDirectory'), yes(draft.defaultDirectory)],
              [t('tenants.field.restrictAccounts'), yes(draft.restrictAccounts)],
            ] as [string, string][])
          : []),
        [t('tenants.field.allowReports'), yes(draft.allowReports)],
        [t('tenants.field.lastUpdate'), yes(draft.lastUpdate)],
      ],
    ],
    ['payer', [[t(kind === 'partner' ? 'tenants.part.registration' : 'tenants.field.payerId'), payer || '–']]],
    [
      'limits',
      [
        [t('tenants.field.userLimit'), number(draft.userLimit)],
        [t('tenants.field.bonusUsers'), number(draft.bonusUsers)],
        [t('tenants.field.domainLimit'), number(draft.domainLimit)],
        [t('tenants.field.reportLimit'), number(draft.reportLimit)],
        ...(kind === 'unit'
          ? ([
              [t('registration.trial'), draft.trial ? t('registration.trialOf', { count: draft.trialDays }) : t('ui.no')],
              [t('registration.verify'), yes(draft.verify)],
            ] as [string, string][])
          : []),
      ],
    ],
    [
      'subdomain',
      [
        [t('tenants.field.subdomain'), `${draft.subdomain}.${choices.productHost}`],
        ...(draft.ownDomain ? ([[t('tenants.field.ownDomain'), draft.ownDomain]] as [string, string][]) : []),
      ],
    ],
    [
      'theme',
      [[t('registration.step.theme'), draft.theme === 'colors' ? `${draft.main} / ${draft.text}` : t(`registration.theme.${draft.theme}`)]],
    ],
    [
      'admin',
      [
        [t('registration.admin.name'), draft.adminName],
        [t('registration.admin.email'), draft.adminEmail],
      ],
    ],
    ['account', [[t('registration.step.account'), draft.lend === 'own' ? draft.account.name : t('registration.account.none')]]],
  ];
  return (
    <>
      {parts.map(([step, facts]) => (
        <section key={step} className="review-part" aria-label={t(`registration.step.${step}`)}>
          <div className="review-head">
            <h3>{t(`registration.step.${step}`)}</h3>
            <Button
              kind="text"
              size="s"
              aria-label={t('registration.changeStep', { step: t(`registration.step.${step}`) })}
              onClick={() => onGo(step)}
            >
              {t('registration.change')}
            </Button>
          </div>
          <dl className="facts">
            {facts.map(([name, value]) => (
              <div key={name} className="review-fact">
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </>
  );
}
