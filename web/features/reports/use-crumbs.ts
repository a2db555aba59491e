import { useBreadcrumb } from '../../app/address/breadcrumb.ts';
import { useTranslation } from '../../i18n.ts';

type Named = { id: string; name: string };

/** The breadcrumb of a list: home, the group, the sub-group; the last item is the current page. */
export function useListCrumbs(title: string, group?: Named): void {
  const { t } = useTranslation();
  const home = { label: t('reports.crumb.home'), href: '/' };
  useBreadcrumb(group ? [home, { label: group.name, href: `/reports?group=${group.id}` }, { label: title }] : [home, { label: title }]);
}
