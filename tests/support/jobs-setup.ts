import type { TestProject } from 'vitest/node';
import { setUpWorlds } from './api-setup.ts';
import { workersFor } from './workers-for.ts';

/** A tick affects every tenant, so each worker has its own database and stand-ins. */
export default async (project: TestProject): Promise<() => Promise<void>> => setUpWorlds(project, await workersFor(project));
