import { type ComponentType, lazy } from 'react';

/** Types `lazy` for a component with a type parameter, which `lazy` itself would lose. */
export function lazyGeneric<Component>(load: () => Promise<Component>): Component {
  const asDefault = async () => ({ default: (await load()) as ComponentType });
  return lazy(asDefault) as unknown as Component;
}
