import type { models, Report } from 'powerbi-client';
import { type EventHandler, PowerBIEmbed } from 'powerbi-client-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { EmbeddedReport as Facts } from '../../../domain/embedding/contract.ts';
import { formatMoment } from '../../../domain/format/relative.ts';
import type { Embedded } from '../../../domain/reports/contract.ts';
import { watermarkAngle, watermarkText } from '../../../domain/watermark/watermark.ts';
import {
  embedSettings,
  embedTheme,
  fixedFilters,
  getProblem,
  isPassing,
  openingFit,
  type Problem,
  problemOfCall,
  problemWords,
  renewalDelay,
  reportOrigin,
} from '../../app/parts/embed-parts.ts';
import { sharedReportService } from '../../app/parts/embed-service.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { useWatermark } from '../../ui/use-watermark.ts';
import { ViewerState } from '../../ui/ViewerState.tsx';
import { callReport } from './controller.ts';
import { useEmbeddedVisit } from './use-visit.ts';

type Token = Embedded & { receivedAt: number };
const beatMs = 60_000;
const retryMs = 30_000;
const phoneWidth = 768;

const askFacts = () => callReport('GET', '/api/embedded/report') as Promise<Facts>; // because the endpoint's contract is this
const askToken = async (): Promise<Token> => ({
  ...((await callReport('POST', '/api/embedded/report/token')) as Embedded), // because the endpoint's contract is this
  receivedAt: Date.now(),
});

/** The single report of an embedded page, filling its frame; polled every minute, and removed when access ends. */
export function EmbeddedReport() {
  const { t, language } = useTranslation();
  const [facts, setFacts] = useState<Facts | null>(null);
  const [token, setToken] = useState<Token | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [page, setPage] = useState<string | null>(null);
  useEmbeddedVisit(facts !== null && problem === null && (token !== null || facts.kind === 'external'), page);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each retry has its own number.
  useEffect(() => {
    let gone = false;
    const look = async () => {
      try {
        const found = await askFacts();
        if (gone) return;
        setFacts(found);
        if (found.prevented) return setProblem({ code: found.prevented, requestId: null });
        const held = found.kind === 'powerbi' ? await askToken() : null;
        if (gone) return;
        setToken((before) => before ?? held);
        setProblem(null);
      } catch (error) {
        const met = problemOfCall(error);
        if (!gone && !(isPassing(met) && facts)) setProblem(met);
      }
    };
    void look();
    const timer = setInterval(() => void look(), beatMs);
    return () => {
      gone = true;
      clearInterval(timer);
    };
  }, [attempt]);

  const retry = () => {
    setProblem(null);
    setToken(null);
    setAttempt(attempt + 1);
  };
  if (problem) {
    const words = problemWords(problem, false);
    const maintenance = problem.code === 'report_in_maintenance' ? facts?.maintenance : null;
    const opens = problem.code === 'capacity_opens' && new Date(String(problem.vars?.at));
    const openingText = opens && t('capacity_opens', { at: formatMoment(language, opens, new Date(), facts?.zone ?? 'UTC') });
    return (
      <ViewerState
        heading="h1"
        title={maintenance?.title || t(words.title)}
        cause={maintenance?.text || openingText || t(words.text)}
        actions={words.retry && <Button onClick={retry}>{t('reports.viewer.again')}</Button>}
      />
    );
  }
  if (facts?.kind === 'external' && facts.external)
    return (
      <ViewerState
        heading="h1"
        title={facts.title}
        cause={t('embedding.page.external')}
        actions={
          <a href={facts.external.url} target="_blank" rel="noopener noreferrer">
            {t('embedding.page.externalOpen')}
          </a>
        }
      />
    );
  if (!facts || !token)
    return (
      <p className="embedded-opening muted" role="status">
        {t('embedding.page.opening')}
      </p>
    );
  return <Frame facts={facts} token={token} onProblem={setProblem} onPage={setPage} />;
}

type FrameProps = { facts: Facts; token: Token; onProblem: (problem: Problem) => void; onPage: (title: string | null) => void };

function Frame({ facts, token, onProblem, onPage }: FrameProps) {
  const { t, language } = useTranslation();
  const host = useRef<HTMLDivElement>(null);
  const report = useRef<Report | null>(null);
  useMark(host, facts);

  // A new token is set on the loaded report; through the configuration it would reload (REPORT_SERVICE D4).
  const renew = useCallback(async (): Promise<Token | null> => {
    try {
      const next = await askToken();
      await report.current?.setAccessToken(next.token);
      return next;
    } catch (error) {
      const met = problemOfCall(error);
      if (!isPassing(met)) onProblem(met);
      return null;
    }
  }, [onProblem]);
  // Time is external to React: the token is renewed before it expires.
  useEffect(() => {
    let timer = 0;
    const plan = (held: Token) => {
      timer = window.setTimeout(run, renewalDelay(held, Date.now()), held);
    };
    const run = async (held: Token) => {
      const next = await renew();
      if (next) plan(next);
      else timer = window.setTimeout(run, retryMs, held);
    };
    plan(token);
    return () => clearTimeout(timer);
  }, [token, renew]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: values polled every minute must not reload the report.
  const config = useMemo<models.IReportEmbedConfiguration>(() => {
    const phone = window.innerWidth < phoneWidth;
    const fit = openingFit(facts.options, { width: window.innerWidth, height: window.innerHeight });
    const style = getComputedStyle(document.documentElement);
    const colours = facts.options.tenantColors ? { theme: embedTheme((name) => style.getPropertyValue(`--${name}`).trim()) } : {};
    return {
      type: 'report',
      id: token.id,
      groupId: token.groupId ?? undefined,
      embedUrl: token.embedUrl,
      accessToken: token.token,
      // TokenType.Embed, Permissions.Read and ViewMode.View of the SDK, whose enums would pull it in.
      tokenType: 1,
      permissions: 0,
      viewMode: 0,
      settings: embedSettings(facts.options, language, { phone, mobileLayout: false }, fit),
      ...colours,
      ...(token.filters.length > 0 ? { filters: fixedFilters(token.filters) } : {}),
    };
  }, [token, language]);
  const handlers = useMemo(
    () =>
      new Map<string, EventHandler>([
        // because the SDK types every event's detail as any
        ['pageChanged', (event) => onPage((event?.detail as { newPage?: { displayName?: string } })?.newPage?.displayName ?? null)],
        [
          'error',
          (event) => {
            const met = getProblem(event?.detail ?? {});
            if (met?.code === 'report_token_expired') void renew();
            else if (met) onProblem(met);
          },
        ],
      ]),
    [renew, onProblem, onPage],
  );
  return (
    <section ref={host} className="embedded-report" aria-label={t('embedding.page.report', { name: facts.title })}>
      <h1 className="visually-hidden">{facts.title}</h1>
      <PowerBIEmbed
        service={sharedReportService(reportOrigin())}
        embedConfig={config}
        eventHandlers={handlers}
        getEmbeddedComponent={(embedded) => {
          report.current = embedded as Report; // because the configuration's type says report
          report.current.setComponentTitle?.(facts.title);
        }}
        cssClassName="embedded-frame"
      />
    </section>
  );
}

const minute = 60_000;

function useMark(host: React.RefObject<HTMLElement | null>, { watermark: mark, zone }: Facts): void {
  const [now, setNow] = useState(() => Date.now());
  // Time is external to React: the watermark shows it.
  useEffect(() => {
    if (!mark) return;
    const timer = setInterval(() => setNow(Date.now()), minute);
    return () => clearInterval(timer);
  }, [mark]);
  const text = mark ? watermarkText(mark.template, mark.who, new Date(now), zone) : null;
  useWatermark(host, text, { opacity: mark?.opacity ?? 0, angle: watermarkAngle });
}
