import { useRouterState } from '@tanstack/react-router';
import type { MenuGroup } from '../../../domain/reports/contract.ts';
import { hueColor } from '../../../domain/themes/hues.ts';
import { useTranslation } from '../../i18n.ts';
import { UiLink } from '../../ui/UiLink.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { useTrail } from '../address/breadcrumb.ts';
import { currentMenuPosition, groupAddress, subgroupAddress } from './menu-position.ts';

/** The groups of the menu, with the sub-groups of the current group. */
export function GroupTree({ groups }: { groups: readonly MenuGroup[] }) {
  const { t } = useTranslation();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const search = useRouterState({ select: (state) => state.location.searchStr });
  const trail = useTrail();
  const place = currentMenuPosition(groups, path, search, trail);
  return (
    <>
      <h2 className="menu-heading" id="menu-groups">
        {t('shell.groups')}
      </h2>
      <ul className="plain-list" aria-labelledby="menu-groups">
        {groups.map((group) => {
          const open = place?.groupId === group.id;
          return (
            <li key={group.id}>
              <UiLink
                href={groupAddress(group.id)}
                className="menu-link"
                aria-current={open && !place.subgroupId ? (place.exact ? 'page' : 'true') : undefined}
              >
                <span className="hue-square menu-square" style={{ background: hueColor(group.hue) }} />
                <span className="menu-label">{group.name}</span>
                <span className="menu-count num">
                  <span aria-hidden="true">{group.reports}</span>
                  <VisuallyHidden>{t('shell.reportCount', { count: group.reports })}</VisuallyHidden>
                </span>
              </UiLink>
              {open && group.subgroups.length > 0 && (
                <ul className="plain-list">
                  {group.subgroups.map((subgroup) => (
                    <li key={subgroup.id}>
                      <UiLink
                        href={subgroupAddress(subgroup.id)}
                        className="menu-link menu-sub"
                        aria-current={place.subgroupId === subgroup.id ? (place.exact ? 'page' : 'true') : undefined}
                      >
                        <span className="menu-label">{subgroup.name}</span>
                      </UiLink>
                    </li>
                  ))}
                </ul>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}
