import { useMutation } from '@tanstack/react-query';
import { can } from '../../../domain/access/permissions.ts';
import { formatDateTime } from '../../../domain/format/date.ts';
import type { PortalProblem, ReportProblem } from '../../../domain/notifications/problems.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { IconBell } from '../../ui/icons.ts';
import { usePathname } from '../address/address.ts';
import { call } from '../data/api.ts';
import { useZone } from '../data/use-zone.ts';
import { useWho } from '../session/session.ts';
import { toastError } from './notify.ts';

type About = { problem: ReportProblem; report: string } | { problem: PortalProblem; report?: undefined };
type Props = About & {
  /** The request id or error code shown beside the text. */
  code?: string | null | undefined;
  note?: string;
  kind?: 'primary';
  size?: 's';
  label?: string;
};

/**
 * Button shown with problems that an administrator can fix: it reports the user, the page and the cause to them. An administrator can only
 * report problems that users cannot fix for themselves.
 */
export function TellAdministrator({ problem, report, code, note, label, ...look }: Props) {
  const { t, language } = useTranslation();
  const who = useWho();
  const zone = useZone();
  const page = usePathname();
  const tell = useMutation({
    mutationFn: () =>
      call('POST /api/auth/problem', {
        problem,
        page: page.slice(0, 200),
        ...(report && { report }),
        ...(code && { code: code.replace(/[^\w-]/g, '').slice(0, 64) }),
        ...(note && { note: note.slice(0, 300) }),
      }),
    onError: toastError,
  });
  if (!who || who.user.mayManage !== (problem === 'own_person') || !can(who, 'reports.view')) return null;
  const answer = tell.data;
  const known = answer?.told === 'now' || answer?.told === 'before';
  const words = answer ? t(`shell.told.${answer.told}`, { at: answer.at ? formatDateTime(language, new Date(answer.at), zone) : '' }) : '';
  return (
    <>
      <Button {...look} icon={IconBell} loading={tell.isPending} disabledReason={words || false} onClick={() => tell.mutate()}>
        {known ? t('shell.told') : (label ?? t('shell.tell'))}
      </Button>
      <span role="status" className={words && answer?.told !== 'now' ? 'small muted' : 'visually-hidden'}>
        {words}
      </span>
    </>
  );
}
