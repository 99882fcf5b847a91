import { must } from '../../../core/must.ts';
import type { Cluster } from '../cluster.ts';
import type { Figure, Span } from '../figures.ts';
import type { Image } from '../image.ts';
import type { Load } from '../load.ts';
import type { Server } from '../servers.ts';

export type Drill = {
  cluster: Cluster;
  servers: Server[];
  load: Load;
  /** The folder of the version before; null where there is none that runs on this schema. */
  before: string | null;
  /** The image that servers of this version run in; null where it cannot be built here. */
  image: Image | null;
};

/** A figure of one fault; those of losses are of the whole drill. */
export type Reached = Omit<Figure, 'fault'>;

export type Fault = {
  name: string;
  /** Does the harm, waits until all is as before, and returns the figures. */
  run(drill: Drill): Promise<Reached[]>;
};

export async function spanOf(harm: () => Promise<void>): Promise<Span> {
  const began = performance.now();
  await harm();
  return { began, ended: performance.now() };
}

export function serverOf({ servers }: Drill, index: number): Server {
  return must(servers[index], 'server');
}
