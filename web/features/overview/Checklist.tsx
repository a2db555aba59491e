import type { OverviewStep } from '../../../domain/overview/contract.ts';
import { isInMenu } from '../../app/shell/menu.ts';
import { useShellMenu } from '../../app/shell/use-shell.ts';
import { useTranslation } from '../../i18n.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { IconCircle, IconCircleCheckFilled } from '../../ui/icons.ts';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { UiLink } from '../../ui/UiLink.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { doneHref, stepHref, testHref } from './places.ts';

/** The first-day checklist. Steps cannot be ticked: each is done once what it sets up exists. */
export function Checklist({ steps }: { steps: readonly OverviewStep[] }) {
  const { t } = useTranslation();
  const { menu } = useShellMenu();
  const done = steps.filter((step) => step.done).length;
  const next = steps.find((step) => !step.done)?.name;
  return (
    <section className="card card-pad" aria-labelledby="overview-steps">
      <div className="overview-steps-head">
        <h2 id="overview-steps">{t('overview.steps')}</h2>
        <p className="muted small num">{t('overview.steps.done', { done, all: steps.length })}</p>
      </div>
      <ProgressBar value={done / steps.length} label={t('overview.steps')} />
      <ol className="plain-list overview-steps">
        {steps.map((step) => {
          const { name } = step;
          const href = stepHref[name];
          const open = isInMenu(menu, href);
          const untested = name === 'account' && !step.done && step.count > 0;
          const text = untested
            ? t('overview.step.account.test')
            : step.done
              ? t(`overview.step.${name}.done`, { count: step.count })
              : t(`overview.step.${name}.text`);
          return (
            <li key={name} className="overview-step" data-done={step.done || undefined}>
              {step.done ? (
                <IconCircleCheckFilled size={24} className="overview-mark" aria-hidden="true" />
              ) : (
                <IconCircle size={24} stroke={1.5} className="overview-mark" aria-hidden="true" />
              )}
              <div>
                <h3>
                  {step.done && open ? <UiLink href={doneHref[name]}>{t(`overview.step.${name}`)}</UiLink> : t(`overview.step.${name}`)}
                  <VisuallyHidden>, {t(step.done ? 'overview.done' : 'overview.open')}</VisuallyHidden>
                </h3>
                <p className="muted small">{text}</p>
              </div>
              {!step.done && open && (
                <ButtonLink kind={name === next ? 'primary' : 'default'} size="s" href={untested ? testHref : href}>
                  {t(untested ? 'overview.step.account.testNow' : `overview.step.${name}.do`)}
                </ButtonLink>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
