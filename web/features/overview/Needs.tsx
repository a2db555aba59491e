import { formatDate } from '../../../domain/format/date.ts';
import type { OverviewNeed } from '../../../domain/overview/contract.ts';
import type { NeedKind } from '../../../domain/overview/steps.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { isInMenu } from '../../app/shell/menu.ts';
import { useShellMenu } from '../../app/shell/use-shell.ts';
import { useTranslation } from '../../i18n.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import {
  type Icon,
  IconBolt,
  IconBooks,
  IconClockExclamation,
  IconDeviceTv,
  IconEyeShare,
  IconForms,
  IconKey,
  IconMail,
  IconMailForward,
  IconPlugConnectedX,
  IconTableImport,
  IconUserQuestion,
  IconUsers,
} from '../../ui/icons.ts';
import { needHref } from './places.ts';

const icons: Record<NeedKind, Icon> = {
  trial: IconClockExclamation,
  secret: IconKey,
  account: IconPlugConnectedX,
  mail: IconMail,
  seats: IconUsers,
  requests: IconBooks,
  remote: IconEyeShare,
  tasks: IconBolt,
  displays: IconDeviceTv,
  values: IconForms,
  unidentified: IconUserQuestion,
  import: IconTableImport,
  invited: IconMailForward,
  unitTrial: IconClockExclamation,
  unitSeats: IconUsers,
  unitInvited: IconMailForward,
};

/** Tasks waiting for administrators, the most urgent first. */
export function Needs({ needs }: { needs: readonly OverviewNeed[] }) {
  const { t, language } = useTranslation();
  const { menu } = useShellMenu();
  const zone = useZone();
  return (
    <section className="card card-pad" aria-labelledby="overview-needs">
      <h2 id="overview-needs">{t('overview.needs')}</h2>
      {needs.length === 0 && <p className="muted overview-none">{t('overview.needs.none')}</p>}
      <ul className="plain-list overview-list">
        {needs.map((need) => {
          const { kind, count, name, at } = need;
          const Glyph = icons[kind];
          const ends = kind === 'secret' || kind === 'unitTrial';
          const over = ends && at !== null && Date.parse(at) <= Date.now();
          const words = { count, name: name ?? '', day: at ? formatDate(language, new Date(at), zone) : '' };
          const href = needHref(need);
          const text =
            kind === 'secret' || kind === 'unitTrial'
              ? t(`overview.need.${kind}.${over ? 'over' : 'soon'}`, words)
              : t(`overview.need.${kind}.text`, words);
          return (
            <li key={`${kind}${need.id}`} className="overview-need">
              <span className="overview-glyph" data-over={over || undefined}>
                <Glyph size={18} stroke={1.8} aria-hidden="true" />
              </span>
              <div>
                <h3>{name ?? t(`overview.need.${kind}`, words)}</h3>
                <p className="muted small">{text}</p>
              </div>
              {kind !== 'trial' && href && isInMenu(menu, href) && (
                <ButtonLink size="s" href={href}>
                  {t(`overview.need.${kind}.do`)}
                </ButtonLink>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
