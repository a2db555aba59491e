import { useQuery } from '@tanstack/react-query';
import { formatDate } from '../../../domain/format/date.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { useTranslation } from '../../i18n.ts';
import { LimitFields } from './LimitFields.tsx';
import { choicesQuery } from './loader.ts';
import type { OneUnit } from './queries.ts';
import { TreeUse } from './TreeUse.tsx';
import type { UnitForm } from './use-unit-form.ts';

type Props = { unit: OneUnit; form: UnitForm; draft: UnitForm['draft'] };

/** Limits and current use; lowering a limit removes nothing that already exceeds it. */
export function LimitsTab({ unit, form, draft }: Props) {
  const { t, language } = useTranslation();
  const zone = useZone();
  // No suspense: what the layer above has left stands beside the fields, which don't wait for it.
  const { data: choices } = useQuery(choicesQuery);
  const value = {
    userLimit: draft.userLimit ?? null,
    bonusUsers: draft.bonusUsers ?? 0,
    domainLimit: draft.domainLimit ?? null,
    reportLimit: draft.reportLimit ?? null,
  };
  return (
    <>
      <TreeUse tree={unit.tree} label={t('tenants.tree.label')} />
      <section className="card card-pad unit-card" aria-labelledby="unit-limits">
        <h2 id="unit-limits">{t('tenants.part.limits')}</h2>
        <LimitFields
          value={value}
          onChange={(field, next) => form.set(field, next as never)} // because LimitFields has checked the pair
          getError={(field) => form.getError(field)}
          used={{ users: unit.tree.users, domains: unit.tree.domains, reports: unit.tree.reports }}
          above={choices?.tree ?? null}
          most={unit.limitsAbove}
          partner={unit.kind === 'partner'}
        />
      </section>
      {unit.status === 'T' && unit.trialEndsAt && (
        <section className="card card-pad unit-card" aria-labelledby="unit-trial">
          <h2 id="unit-trial">{t('tenants.part.trial')}</h2>
          <p>{t('tenants.trial.ends', { day: formatDate(language, new Date(unit.trialEndsAt), zone) })}</p>
          <p className="muted small">{t('tenants.trial.how')}</p>
        </section>
      )}
    </>
  );
}
