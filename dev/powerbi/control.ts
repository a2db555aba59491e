import * as z from 'zod';
import { faultInput } from './faults.ts';
import type { Sim, SimApp } from './sim.ts';
import { principalInput } from './world-input.ts';

const takes = z.optional(z.int().check(z.gte(0)));
const capacityInput = z.strictObject({
  name: z.string(),
  principal: z.optional(z.string()),
  rights: z.optional(z.enum(['full', 'read'])),
  /** How long each change takes from now on. */
  /** A change made in Azure itself, at once. */
  state: z.optional(z.enum(['running', 'paused'])),
  sku: z.optional(z.string()),
  overage: z.optional(z.nullable(z.strictObject({ enabled: z.boolean(), thresholdCapacityUnitHours: z.optional(z.number()) }))),
  takesMs: z.optional(z.strictObject({ Resuming: takes, Pausing: takes, Scaling: takes })),
});
const clockInput = z.strictObject({ advanceMs: z.number() });

function read(text: string): unknown {
  try {
    return JSON.parse(text || '{}');
  } catch {
    return undefined;
  }
}

/** Faults, log, clock and extra service principals (REPORT_SERVICE 7, point 5). */
export function controlPlane(app: SimApp, sim: Sim): void {
  app.get('/__sim/faults', (c) => c.json({ faults: sim.faults.list() }));
  app.post('/__sim/faults', (c) => {
    const input = faultInput.safeParse(read(c.get('body')));
    return input.success ? c.json({ id: sim.faults.add(input.data) }, 201) : c.json({ error: z.prettifyError(input.error) }, 400);
  });
  app.delete('/__sim/faults', (c) => {
    sim.faults.remove(null);
    return c.body(null, 204);
  });
  app.delete('/__sim/faults/:id', (c) => {
    sim.faults.remove(Number(c.req.param('id')));
    return c.body(null, 204);
  });
  app.get('/__sim/log', (c) => c.json(sim.log.read(c.req.query('principal') ?? null)));
  app.delete('/__sim/log', (c) => {
    sim.log.reset();
    return c.body(null, 204);
  });
  app.get('/__sim/clock', (c) => c.json({ now: new Date(sim.now()).toISOString() }));
  app.post('/__sim/clock', (c) => {
    const input = clockInput.safeParse(read(c.get('body')));
    if (!input.success) return c.json({ error: z.prettifyError(input.error) }, 400);
    sim.clock.offsetMs += input.data.advanceMs;
    return c.json({ now: new Date(sim.now()).toISOString() });
  });
  app.post('/__sim/capacities', (c) => {
    const input = capacityInput.safeParse(read(c.get('body')));
    if (!input.success) return c.json({ error: z.prettifyError(input.error) }, 400);
    const { name, principal, rights, state, sku, overage, takesMs } = input.data;
    const found = sim.world.findHolders(name, principal);
    for (const { holder, capacity } of found) {
      if (rights === 'read') holder.readsOnly.add(capacity.id);
      if (rights === 'full') holder.readsOnly.delete(capacity.id);
      if (state ?? sku) Object.assign(capacity, { change: null, state: state ?? capacity.state, sku: sku ?? capacity.sku });
      if (overage !== undefined) capacity.overage = overage;
      for (const word of ['Resuming', 'Pausing', 'Scaling'] as const) capacity.takesMs[word] = takesMs?.[word] ?? capacity.takesMs[word];
    }
    return c.json({ changed: found.length });
  });
  app.post('/__sim/principals', (c) => {
    const input = principalInput.safeParse(read(c.get('body')));
    if (!input.success) return c.json({ error: z.prettifyError(input.error) }, 400);
    const { appId, directoryId, objectId, subscriptionId, resourceGroup } = sim.world.register(input.data);
    return c.json({ appId, directoryId, objectId, subscriptionId, resourceGroup }, 201);
  });
  app.post('/__sim/reset', (c) => {
    sim.faults.remove(null);
    sim.log.reset();
    sim.clock.offsetMs = 0;
    sim.world.reset();
    sim.jobs.reset();
    return c.body(null, 204);
  });
}
