/** The JSON Schema of plan files, which `docs help plan-format` prints and the package has as `dist/plan.schema.json`. */
import * as z from "zod/mini";
import { planSchema } from "./plan-schema.js";

export const planJsonSchema = (): object => z.toJSONSchema(planSchema);
