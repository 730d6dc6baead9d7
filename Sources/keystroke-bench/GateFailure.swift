/// Thrown after the report when a gate failed: the report has said why.
struct GateFailure: Error {}
