import { formatNumber } from '../../../domain/format/number.ts';
import type { Tree } from '../../../domain/tenants/contract.ts';
import { useTranslation } from '../../i18n.ts';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { seatTone } from './seat-tone.ts';

const parts = ['users', 'domains', 'reports'] as const;

/** The whole tree's use of its limits, and how much of them is allocated to units. */
export function TreeUse({ tree, label }: { tree: Tree; label: string }) {
  const { t, language } = useTranslation();
  const of = {
    users: { used: tree.users, given: tree.usersGiven, limit: tree.userLimit },
    domains: { used: tree.domains, given: tree.domainsGiven, limit: tree.domainLimit },
    reports: { used: tree.reports, given: tree.reportsGiven, limit: tree.reportLimit },
  };
  const shown = (value: number) => formatNumber(language, value);
  return (
    <section className="tree-use" aria-label={label}>
      {parts.map((part) => {
        const { used, given, limit } = of[part];
        return (
          <div key={part} className="card tree-part">
            <p className="small muted">{t(`tenants.tree.${part}`)}</p>
            <p className="tree-figure num">
              {limit === null ? shown(used) : t('tenants.tree.of', { used: shown(used), limit: shown(limit) })}
            </p>
            {limit !== null && (
              <ProgressBar value={limit > 0 ? used / limit : 1} tone={seatTone(used, limit)} label={t(`tenants.tree.${part}`)} />
            )}
            <p className="tiny muted">
              {limit === null
                ? t('tenants.tree.unlimited')
                : t('tenants.tree.given', { given: shown(given), left: shown(Math.max(0, limit - given)) })}
            </p>
          </div>
        );
      })}
    </section>
  );
}
