import { useQueryClient } from '@tanstack/react-query';
import { can } from '../../../../domain/access/permissions.ts';
import { formatDateTime, formatTime } from '../../../../domain/format/date.ts';
import { agentWords } from '../../../../domain/session/agent.ts';
import { actionsFor, stops } from '../../../../domain/users/transitions.ts';
import { call } from '../../../app/data/api.ts';
import { useSave } from '../../../app/data/use-save.ts';
import { useZone } from '../../../app/data/use-zone.ts';
import { toastError } from '../../../app/notices/notify.ts';
import { TellAdministrator } from '../../../app/notices/TellAdministrator.tsx';
import { useWho } from '../../../app/session/session.ts';
import { takesPasswords } from '../../../app/start/takes-passwords.ts';
import { useTranslation } from '../../../i18n.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { confirm } from '../../../ui/confirm.ts';
import { IconDeviceDesktop, IconLockOpen, IconLogout, IconMailForward, IconTrash } from '../../../ui/icons.ts';
import { SectionHeader } from '../../../ui/PageHeader.tsx';
import { StatusBadge } from '../../../ui/StatusBadge.tsx';
import { toast } from '../../../ui/toast.ts';
import { UserIdentities } from '../../identities/index.ts';
import { ReleaseAccount, UserFactors } from '../../two-factor/index.ts';
import { chosenRows, type PanelProps } from '../asked.ts';
import { type OneUser, refreshUsers } from '../queries.ts';
import { useChangeUsers } from '../use-change-users.ts';
import { useUserForm } from '../user-form.tsx';

/** The user's sign-in status, invitation and sessions, and removing the user. */
export function SecurityTab({ onAsk }: PanelProps) {
  const { user } = useUserForm();
  const who = useWho();
  if (!user) return null;
  return (
    <div className="user-stack">
      <StateSection user={user} onAsk={onAsk} />
      <InvitationSection user={user} />
      <UserFactors id={user.id} name={user.name} isMe={user.isMe} />
      {who && can(who, 'accounts.release') && <ReleaseAccount />}
      <UserIdentities id={user.id} name={user.name} isMe={user.isMe} />
      <SessionsSection user={user} />
      <RemoveSection user={user} onAsk={onAsk} />
    </div>
  );
}

type Section = { user: OneUser };

function StateSection({ user, onAsk }: Section & PanelProps) {
  const { t, language } = useTranslation();
  const zone = useZone();
  const { status } = useChangeUsers();
  const actions = actionsFor(user.status, user.isMe);
  return (
    <section className="card user-card">
      <SectionHeader title={t('users.section.state')} />
      <p className="row row-wrap">
        <StatusBadge status={user.status} />
        {user.statusAt && (
          <span className="small muted num">
            {t('users.statusSince', { when: formatDateTime(language, new Date(user.statusAt), zone) })}
          </span>
        )}
      </p>
      {user.statusReason && <p className="small">{t('users.statusReason', { reason: user.statusReason })}</p>}
      {user.lockedUntil && <Lock user={user} until={user.lockedUntil} />}
      <div className="row row-wrap">
        {actions.map((action) => (
          <Button
            key={action}
            size="s"
            onClick={() =>
              stops(action) ? onAsk({ what: 'status', action, chosen: chosenRows([user]) }) : void status(action, user).catch(toastError)
            }
          >
            {t(`users.action.${action}`)}
          </Button>
        ))}
      </div>
      {user.isMe && (
        <p className="row row-wrap small muted">
          {t('users.self.status')}
          <TellAdministrator size="s" problem="own_person" label={t('users.self.ask')} />
        </p>
      )}
    </section>
  );
}

/** The half-hour lockout after five wrong passwords, and the administrator's button to end it. */
function Lock({ user, until }: Section & { until: string }) {
  const { t, language } = useTranslation();
  const zone = useZone();
  const client = useQueryClient();
  const { save, busy } = useSave({ refusal: 'toast' });
  const lift = () =>
    save(async () => {
      await call('POST /api/auth/users/{id}/unlock', { id: user.id });
      await refreshUsers(client);
      toast.success(t('users.lock.lifted', { name: user.name }));
    });
  return (
    <div className="row row-wrap">
      <Badge tone="warn">{t('users.lock', { time: formatTime(language, new Date(until), zone) })}</Badge>
      <span className="small muted">{t('users.lock.text')}</span>
      {user.actions.includes('edit') && (
        <Button size="s" icon={IconLockOpen} loading={busy} onClick={() => void lift()}>
          {t('users.lock.lift')}
        </Button>
      )}
    </div>
  );
}

function InvitationSection({ user }: Section) {
  const { t, language } = useTranslation();
  const zone = useZone();
  const { invite } = useChangeUsers();
  const { save, busy } = useSave({ refusal: 'toast' });
  const send = () => save(() => invite(user));
  const when = user.invitedAt && formatDateTime(language, new Date(user.invitedAt), zone);
  return (
    <section className="card user-card">
      <SectionHeader title={t('users.section.invitation')} />
      <p className="row row-wrap">
        <Badge tone={user.invitation === 'accepted' ? 'ok' : user.invitation === 'sent' ? 'info' : 'neutral'}>
          {t(`users.invitation.${user.invitation}`)}
        </Badge>
        {when && <span className="small muted num">{t('users.invitedWhen', { when })}</span>}
      </p>
      <p className="small muted">
        {t(user.invitation === 'sent' && !takesPasswords ? 'users.invitationText.ways' : `users.invitationText.${user.invitation}`, {
          email: user.email,
        })}
      </p>
      {user.invitation !== 'accepted' && (
        <div>
          <Button size="s" icon={IconMailForward} loading={busy} onClick={() => void send()}>
            {t(user.invitation === 'sent' ? 'users.action.inviteAgain' : 'users.action.invite')}
          </Button>
        </div>
      )}
    </section>
  );
}

function SessionsSection({ user }: Section) {
  const { t, language } = useTranslation();
  const zone = useZone();
  const client = useQueryClient();
  const end = async () => {
    const agreed = await confirm({
      title: t('users.sessions.endTitle', { name: user.name }),
      text: t('users.sessions.endText'),
      yes: t('users.sessions.end'),
      no: t('ui.cancel'),
    });
    if (!agreed) return;
    try {
      const { ended } = await call('POST /api/auth/users/{id}/sign_out', { id: user.id });
      await refreshUsers(client);
      toast.success(t('users.sessions.ended', { count: ended }));
    } catch (error) {
      toastError(error);
    }
  };
  return (
    <section className="card user-card">
      <SectionHeader title={t('users.section.sessions')} />
      {user.sessions.length === 0 ? (
        <p className="muted">{t('users.sessions.none')}</p>
      ) : (
        <ul className="plain-list user-sessions">
          {user.sessions.map((session) => (
            <li key={session.id}>
              <IconDeviceDesktop size={18} stroke={1.75} aria-hidden="true" />
              <span className="user-words">
                <span>{session.agent ? agentWords(session.agent, language) : t('users.sessions.unknown')}</span>
                <span className="tiny muted num">
                  {[
                    session.address,
                    t(`users.sessions.vouched.${session.vouched}`),
                    t('users.sessions.seen', { when: formatDateTime(language, new Date(session.lastSeen), zone) }),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </span>
              {session.isMine && <Badge tone="info">{t('users.sessions.mine')}</Badge>}
            </li>
          ))}
        </ul>
      )}
      {user.devices > 0 && <p className="small muted">{t('users.sessions.devices', { count: user.devices })}</p>}
      {!user.isMe && (user.sessions.length > 0 || user.devices > 0) && (
        <div>
          <Button size="s" icon={IconLogout} onClick={() => void end()}>
            {t('users.sessions.end')}
          </Button>
        </div>
      )}
    </section>
  );
}

function RemoveSection({ user, onAsk }: Section & PanelProps) {
  const { t } = useTranslation();
  return (
    <section className="card user-card">
      <SectionHeader title={t('users.section.remove')} />
      <p className="small muted">{t('users.removeText')}</p>
      <div>
        <Button
          size="s"
          icon={IconTrash}
          disabledReason={user.isMe ? t('users.self') : null}
          onClick={() => onAsk({ what: 'remove', chosen: chosenRows([user]) })}
        >
          {t('users.action.remove')}
        </Button>
      </div>
    </section>
  );
}
