import { messageText } from '../support/make-message.ts';
import type { Ids, Sample } from './sample.ts';

const base = '/api/auth/tasks';
const runs = '/api/auth/runs';
const daily = { frequency: 'daily', times: ['06:00', '13:00'] };
const fields = (ids: Ids) => ({
  name: 'Carga das 18 h',
  targetKind: 'report',
  targetId: ids.report,
  options: { minutes: 60, title: 'Carga' },
  triggers: [daily],
});
const written = (ids: Ids) => ({
  ...{ name: 'Aviso', targetKind: 'unit', targetId: null, triggers: [daily] },
  options: {
    message: {
      audience: { type: 'groups', ids: [ids.userGroup] },
      texts: { 'pt-BR': { subject: 'Fechamento', body: messageText('O fechamento é na sexta.') } },
    },
  },
});
const posted = (ids: Ids) => ({
  ...{ name: 'Aviso', targetKind: 'unit', targetId: null, triggers: [daily] },
  options: {
    notice: { title: 'Fechamento', body: messageText('É na sexta.'), audience: { type: 'groups', ids: [ids.userGroup] }, hours: 24 },
  },
});
const move = (action: string): Sample => ({ of: (ids) => ({ path: `${base}/${ids.task}/${action}`, body: {} }) });

/** The place has a task that opens maintenance of its report, with a run that is over and one that waits. */
export const automaticActionSamples: Record<string, readonly Sample[]> = {
  [`GET ${base}`]: [{ of: () => ({ path: `${base}?search=carga&sort=-next&size=10&type=maintenance&state=active` }) }],
  [`GET ${base}/export`]: [{ of: () => ({ path: `${base}/export?type=maintenance` }) }],
  [`GET ${base}/{id}`]: [{ of: (ids) => ({ path: `${base}/${ids.task}` }) }],
  [`GET ${base}/{id}/history`]: [{ of: (ids) => ({ path: `${base}/${ids.task}/history` }) }],
  [`POST ${base}`]: [
    { of: (ids) => ({ path: base, body: { type: 'maintenance', action: 'start', ...fields(ids) } }) },
    { of: (ids) => ({ path: base, body: { type: 'notification', action: 'send', ...written(ids) } }) },
    { of: (ids) => ({ path: base, body: { type: 'notification', action: 'publish', ...posted(ids) } }) },
    {
      of: (ids) => ({
        path: base,
        body: {
          ...{ type: 'dataset', action: 'refresh', name: 'Atualização', targetKind: 'report', targetId: ids.report },
          triggers: [{ frequency: 'weekly', days: ['MONDAY'], everyMinutes: 60, from: '06:00', until: '20:00' }],
        },
      }),
    },
  ],
  [`PUT ${base}/{id}`]: [
    { of: (ids) => ({ path: `${base}/${ids.task}`, body: { version: 1, ...fields(ids) } }) },
    { of: (ids) => ({ path: `${base}/${ids.messageTask}`, body: { version: 1, ...written(ids) } }) },
  ],
  [`DELETE ${base}/{id}`]: [{ of: (ids) => ({ path: `${base}/${ids.task}?name=${encodeURIComponent('Carga diária')}` }) }],
  [`POST ${base}/{id}/{action}`]: [move('pause'), move('takeover'), move('extend')],
  [`POST ${base}/{id}/run`]: [move('run')],
  [`POST ${base}/{id}/send-test`]: [{ of: (ids) => ({ path: `${base}/${ids.messageTask}/send-test`, body: { language: 'es' } }) }],
  [`POST ${base}/{id}/test`]: [{ ...move('test'), unaudited: true }],
  [`POST ${base}/{id}/duplicate`]: [move('duplicate')],
  [`POST ${base}/next`]: [{ of: () => ({ path: `${base}/next`, body: { triggers: [daily] } }), unaudited: true }],
  [`GET ${runs}`]: [
    { of: (ids) => ({ path: `${runs}?search=carga&sort=-due&size=10&task=${ids.task}` }), absent: 200 },
    { of: () => ({ path: `${runs}?state=succeeded&from=2026-01-01&until=2030-01-01` }) },
  ],
  [`GET ${runs}/export`]: [{ of: (ids) => ({ path: `${runs}/export?task=${ids.task}` }), absent: 200 }],
  [`GET ${runs}/{id}`]: [{ of: (ids) => ({ path: `${runs}/${ids.run}` }) }],
  [`POST ${runs}/{id}/cancel`]: [{ of: (ids) => ({ path: `${runs}/${ids.openRun}/cancel`, body: {} }) }],
};
