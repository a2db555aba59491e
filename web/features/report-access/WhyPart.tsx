import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { formatDate, formatDateTime } from '../../../domain/format/date.ts';
import { ReadFailure } from '../../app/data/ReadFailure.tsx';
import { useZone } from '../../app/data/use-zone.ts';
import { type Failed, Reading } from '../../app/layouts/Reading.tsx';
import { useWho } from '../../app/session/session.ts';
import { useHiddenMenu } from '../../app/shell/use-shell.ts';
import { useTranslation } from '../../i18n.ts';
import type { Subject } from '../../ui/access/SubjectPicker.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconCircleCheck, IconCircleMinus, IconCircleX, IconDoor, IconEye, IconUserPlus, IconUserSearch } from '../../ui/icons.ts';
import { Notice } from '../../ui/Notice.tsx';
import { ListSkeleton } from '../../ui/Skeletons.tsx';
import { PersonSelect } from './PersonSelect.tsx';
import { type Access, type Why, whyQuery } from './queries.ts';
import type { AccessAddress } from './use-access-address.ts';
import { changeAddress } from './why-address.ts';
import { identityWords } from './words.ts';

type Props = {
  access: Access;
  address: AccessAddress;
  onGive: (subjects: readonly Subject[]) => void;
  /** Edits a user's grant because the identity it leads to doesn't work. */
  onRepair: (grant: string) => void;
};

/** Why one user does or does not see the report: the verdict, every check behind it, and a link to where each can be changed. */
export function WhyPart({ access, address, onGive, onRepair }: Props) {
  const { t } = useTranslation();
  const { explaining } = address;
  // No suspense: the field names the user as soon as the answer below has arrived.
  const { data } = useQuery({ ...whyQuery(access.id, explaining ?? ''), enabled: explaining !== undefined });
  const known = data ? { id: data.person.id, name: data.person.name, detail: data.person.email } : null;
  return (
    <section className="access-list" aria-label={t('access.part.why')}>
      <PersonSelect value={explaining ?? null} known={known} onChange={(id) => address.change({ why: id ?? undefined })} />
      {explaining ? (
        <Reading
          key={explaining}
          waiting={(onRetry) => <ListSkeleton count={6} onRetry={onRetry} />}
          failure={(failed) => <Unexplained {...failed} />}
        >
          <Explained person={explaining} access={access} address={address} onGive={onGive} onRepair={onRepair} />
        </Reading>
      ) : (
        <EmptyState compact title={t('access.why.empty')} text={t('access.why.emptyText')} />
      )}
    </section>
  );
}

function Unexplained(failed: Failed) {
  const { t } = useTranslation();
  if (![404, 422].includes(failed.error.httpStatus)) return <ReadFailure {...failed} />;
  return <EmptyState compact title={t('access.why.gone')} text={t('access.why.goneText')} />;
}

function Explained({ person: personId, access, address, onGive, onRepair }: Props & { person: string }) {
  const { data: why } = useSuspenseQuery(whyQuery(access.id, personId));
  const { t, language } = useTranslation();
  const { person, sees, answer, identity, filters, lines } = why;
  const active = person.status === 'A' || person.status === 'T';
  const pathless = lines.some(({ code }) => code === 'no_path');
  const repair = getRepair(lines);
  const facts = [
    ...(identity ? [identityWords(identity, { t, language })] : []),
    ...(filters > 0 ? [t('access.filterCount', { count: filters })] : []),
  ];
  return (
    <>
      <div aria-live="polite">
        <Notice tone={sees ? 'ok' : 'err'} live={false} title={t(sees ? 'access.why.sees' : 'access.why.seesNot', { name: person.name })}>
          {!sees && (
            <ul className="access-why-closing">
              {lines
                .filter(({ effect }) => effect === 'closes')
                .map((line) => (
                  <li key={line.code + line.name}>{sentence(line, t)}</li>
                ))}
            </ul>
          )}
          {answer && <p>{t('access.why.instead', { text: t(answer) })}</p>}
          {sees && facts.length > 0 && <p>{facts.join(' · ')}</p>}
        </Notice>
      </div>
      {active && (pathless || access.kind === 'powerbi') && (
        <div className="access-bar">
          {repair && !pathless && (
            <Button
              size="s"
              kind="primary"
              icon={IconEye}
              onClick={() =>
                repair.grant ? onRepair(repair.grant) : onGive([{ kind: 'user', id: person.id, name: person.name, detail: person.email }])
              }
            >
              {t('access.why.set', { name: person.name.split(' ')[0] ?? person.name })}
            </Button>
          )}
          {pathless && (
            <Button
              size="s"
              icon={IconUserPlus}
              onClick={() => onGive([{ kind: 'user', id: person.id, name: person.name, detail: person.email }])}
            >
              {t('access.give')}
            </Button>
          )}
          {access.kind === 'powerbi' && (
            <Button size="s" icon={IconUserSearch} onClick={() => address.change({ as: person.id })}>
              {t('access.test.action')}
            </Button>
          )}
        </div>
      )}
      <h2 className="access-why-title">{t('access.why.lines')}</h2>
      <ul className="plain-list access-rows">
        {lines.map((line) => (
          <WhyLine key={[line.topic, line.code, line.name, line.change?.id].join()} line={line} why={why} />
        ))}
      </ul>
    </>
  );
}

type Line = Why['lines'][number];
const mendable = new Set<Line['code']>(['identity_missing', 'identity_no_roles', 'identity_no_value', 'identity_refused']);

/** When only the user's rows are missing: the user's own grant to edit, or a new one to create. */
function getRepair(lines: readonly Line[]): { grant: string | null } | null {
  if (!lines.some(({ code }) => mendable.has(code))) return null;
  const own = lines.find(({ code }) => code === 'grant_user' || code === 'grant_catalog');
  return { grant: own?.change?.kind === 'grant' ? own.change.id : null };
}

const marks = { opens: IconCircleCheck, closes: IconCircleX, door: IconDoor, aside: IconCircleMinus } as const;
const sentence = ({ code, name }: Line, t: ReturnType<typeof useTranslation>['t']) => t(`access.why.line.${code}`, { name: name ?? '' });

function WhyLine({ line, why }: { line: Line; why: Why }) {
  const { t, language } = useTranslation();
  const zone = useZone();
  const who = useWho();
  const hidden = useHiddenMenu();
  const { topic, code, effect, until, change } = line;
  const Mark = marks[effect];
  const href = who && changeAddress(line, { report: why.report.id, person: why.person.id, asker: who, hidden });
  const ended = until !== null && Date.parse(until) <= Date.parse(why.serverNow);
  // A date is valid through its last minute and ends at midnight after it; a window ends at its minute.
  const day =
    until &&
    code !== 'identity_refused' &&
    (topic === 'maintenance'
      ? formatDateTime(language, new Date(until), zone)
      : formatDate(language, new Date(Date.parse(until) - 1), zone));
  const roles = topic === 'identity' ? (why.identity?.roles ?? []) : [];
  return (
    <li className="access-row access-why-line" data-effect={effect}>
      <Mark size={20} stroke={1.8} role="img" aria-label={t(`access.why.effect.${effect}`)} />
      <div className="access-words">
        <p className="tiny muted">{t(`access.why.topic.${topic}`)}</p>
        <p>{sentence(line, t)}</p>
        {(until || roles.length > 0) && (
          <p className="access-facts">
            {code === 'identity_refused' && until && (
              <Badge tone="neutral">{t('access.why.refusedAt', { when: formatDateTime(language, new Date(until), zone) })}</Badge>
            )}
            {day && <Badge tone={ended ? 'err' : 'neutral'}>{t(ended ? 'access.ended' : 'access.endsAt', { day })}</Badge>}
            {roles.map((role) => (
              <Badge key={role}>{role}</Badge>
            ))}
          </p>
        )}
        {change && href && code !== 'place_none' && (
          <ButtonLink kind="text" size="s" className="access-mend" href={href}>
            {t(`access.why.change.${change.kind}`)}
          </ButtonLink>
        )}
      </div>
    </li>
  );
}
